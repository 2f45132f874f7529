import { expect, it } from 'vitest'
import { commitsIn } from './commits-in.ts'

const full = '0123456789abcdef0123456789abcdef01234567'
const other = 'f'.repeat(40)

it.each([
  ['**Reviewed commit:** `0123456789`', ['0123456789']],
  ['_Reviewed commit: abc1234_', ['abc1234']],
  [`Last reviewed commit: [A title](https://github.com/o/r/commit/${full})`, [full]],
  [`Bugbot reviewed your changes for commit ${full}.`, [full]],
  [`between ${other} and ${full}.`, [full]],
  ['| 📝 **Code Review** | ✅ **Completed** | `abc1234` | Push |', ['abc1234']],
  ['> • Head: `6be48eb`', ['6be48eb']],
  [`<!-- https://github.com/o/r/commit/${full} -->`, [full]],
  [`https://github.com/o/r/blob/${full}/src/a.ts#L1`, [full]],
  [`**Reviewed commit:** \`abc1234\`\nhttps://github.com/o/r/blob/${full}/src/a.ts#L1`, ['abc1234']],
  ['✅ Resolved in abc1234', []],
  ['A number: 1234567', []],
])('%s', (text, commits) => {
  expect(commitsIn(text)).toEqual(commits)
})
