import { expect, it } from 'vitest'
import { readAgentReply } from './agent-reply.ts'

it.each([
  ['{"findings": []}', []],
  ['{"findings": [{"file": "a.ts"}], "status": "ok"}', [{ file: 'a.ts' }]],
  ['{"summary": "Looked at a.ts.", "findings": []}', []],
  ['{"error": null, "status": null, "findings": []}', []],
  ['{"error": false, "findings": []}', []],
  ['[]', []],
])('takes %s for an answer', (text, findings) => {
  expect(readAgentReply('agent_bha_p1.json', text)).toEqual({ file: 'agent_bha_p1.json', reviewer: 'bha_p1', findings })
})

it.each([
  [undefined, 'it is empty'],
  [' \n', 'it is empty'],
  ['{"findings": [', 'it is not valid JSON: line 1'],
  ['"done"', 'it is not a JSON object'],
  ['{"summary": "fine"}', 'it has no list of findings'],
  ['{"findings": {}}', 'it has no list of findings'],
  ['{"summary": " ", "findings": []}', 'its summary is empty'],
  ['{"error": "no answer", "findings": []}', 'no answer'],
  ['{"status": "timed_out", "findings": []}', 'its status is timed_out'],
  ['{"error": {"code": 429}, "findings": []}', '{"code":429}'],
  ['{"error": true, "findings": []}', 'true'],
  ['{"status": false, "findings": []}', 'its status is false'],
  ['{"status": {"code": 1}, "findings": []}', 'its status is {"code":1}'],
])('takes %s for silence', (text, reason) => {
  expect(readAgentReply('dir/agent_bhb.json', text)).toMatchObject({
    reviewer: 'bhb',
    failure: expect.stringContaining(reason),
  })
})
