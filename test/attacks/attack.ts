import { expect, it } from 'vitest'
import type { ProgramResult } from '../support/program.ts'
import { isInSample } from '../support/sample.ts'

let attacks = 0

/**
 * An attack and its control. `play` builds the same world twice and runs a command in it: once without the attack, where it
 * must approve (exit code 0), and once with it, where it must not. Without the control, a world that can never be approved would
 * prove nothing.
 */
export function attack(
  name: string,
  play: (isAttacked: boolean) => Promise<ProgramResult>,
  check: (attacked: ProgramResult) => void = () => {},
): void {
  it.skipIf(!isInSample(attacks++))(name, async () => {
    const control = await play(false)
    expect(control.code, `the control: ${control.stdout}${control.stderr}`).toBe(0)
    const attacked = await play(true)
    expect(attacked.code, `the attack: ${attacked.stdout}${attacked.stderr}`).not.toBe(0)
    check(attacked)
  })
}
