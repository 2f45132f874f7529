// Many courses of one policy in one setting. Every policy begins with the same changes.
import { chance } from '../random.mjs'
import { isGrave, newWorld } from './world.mjs'

/**
 * Means over all courses. `grave` and `all` are real defects that are left; `unreported` are grave ones that the end of the loop
 * does not speak of. `found` is what reviews raise in round 1, 2, …, over the courses that came so far.
 */
export function simulate(policy, setting, trials) {
  const sum = { grave: 0, all: 0, unreported: 0, rounds: 0, cost: 0 }
  const found = []
  for (let trial = 0; trial < trials; trial += 1) {
    const end = policy.run(newWorld(setting, chance(trial)), setting, chance(trial + 1_000_003))
    const grave = end.world.items.filter(isGrave)
    sum.grave += grave.length
    sum.all += end.world.items.filter(({ real }) => real).length
    sum.unreported += grave.filter(({ key }) => !end.known.includes(key)).length
    sum.rounds += end.found.length
    sum.cost += end.cost
    for (const [round, count] of end.found.entries()) {
      found[round] ??= { count: 0, courses: 0 }
      found[round].count += count
      found[round].courses += 1
    }
  }
  const means = Object.fromEntries(Object.entries(sum).map(([name, total]) => [name, total / trials]))
  return { ...means, found: found.map(({ count, courses }) => count / courses) }
}

/** Nobody among the others is as good in all of these and better in one. */
export function isOnFront(result, others, measures) {
  return !others.some(
    (other) =>
      measures.every((name) => other[name] <= result[name]) && measures.some((name) => other[name] < result[name]),
  )
}
