import { toJsonSchema } from '@valibot/to-json-schema'
import { stringify } from 'yaml'
import type { Json } from '../types.ts'
import { configSchema } from './schema.ts'

interface SchemaNode {
  readonly description?: string
  readonly default?: Json
  readonly enum?: readonly Json[]
  readonly properties?: Readonly<Record<string, SchemaNode>>
}

/** The published description of .review-loop/config.yaml. */
export function configJsonSchema(): Record<string, unknown> {
  return {
    ...toJsonSchema(configSchema, { errorMode: 'ignore', typeMode: 'input' }),
    title: 'review-loop configuration',
  }
}

/** A configuration file in which every key stands with its default, commented out. */
export function configTemplate(): string {
  const root = configJsonSchema() as SchemaNode
  const entries = Object.entries(root.properties ?? {}).map(([key, node]) => describeKey(key, node, ''))
  return [
    '# Settings of review-loop. Every key is shown with its default; remove the # to change it.',
    '# What is accepted although it is reported goes to waivers.yaml beside this file:',
    '#   waivers:',
    '#     - { rule: hygiene/debugger, path: "examples/**", reason: "shown to readers", expires: 2030-12-31 }',
    '',
    ...entries,
  ].join('\n')
}

function describeKey(key: string, node: SchemaNode, indent: string): string {
  const choices = node.enum === undefined ? '' : ` One of: ${node.enum.join(', ')}.`
  // Two marks: taking one away from a whole block must leave explanations as comments.
  const heading = `## ${indent}${node.description ?? ''}${choices}`.trimEnd()
  if (node.properties === undefined) return `${heading}\n# ${indent}${key}: ${inline(node.default)}\n`
  const inner = Object.entries(node.properties).map(([name, child]) =>
    describeKey(name, child, `${indent}  `).trimEnd(),
  )
  return `${heading}\n# ${indent}${key}:\n${inner.join('\n')}\n`
}

function inline(value: Json | undefined): string {
  return value === undefined ? '' : stringify(value, { collectionStyle: 'flow' }).trim()
}
