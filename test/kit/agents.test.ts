import { accessSync, constants } from 'node:fs'
import { expect, it } from 'vitest'
// @ts-expect-error: a plain script without declarations
import * as installer from '../../scripts/install-agents.mjs'
import { agentNames, programOf } from './agents.ts'

it('names the agents that the installer installs', () => {
  expect(installer.agentNames).toEqual(agentNames)
})

it('finds programs that can be started, where they are installed', () => {
  const installed = agentNames.map(programOf).filter((path) => path !== null)
  for (const path of installed) expect(() => accessSync(path, constants.X_OK)).not.toThrow()
})

it('says in one line why an agent cannot be installed', () => {
  expect(installer.installAgent('nobody')).toMatch(/^nobody: cannot be installed here: no such agent \(.*\)$/)
})
