import {
  type ASTVisitor,
  type FieldNode,
  type GraphQLArgument,
  GraphQLError,
  getNamedType,
  type ValidationContext,
  valueFromAST,
} from 'graphql'

type Variables = Readonly<Record<string, unknown>>

/** As strict as GitHub: every connection says how much it wants, and nobody gets more than 100. */
export function paginationRule(variables: Variables): (context: ValidationContext) => ASTVisitor {
  return (context) => ({
    Field: (node) => {
      const field = context.getFieldDef()
      if (!field || !getNamedType(field.type).name.endsWith('Connection')) return
      const problem = problemOf(node, field.name, field.args, variables)
      if (problem === undefined) return
      context.reportError(new GraphQLError(problem.message, { nodes: node, extensions: { type: problem.type } }))
    },
  })
}

function problemOf(node: FieldNode, name: string, all: readonly GraphQLArgument[], variables: Variables) {
  const [key, size] = (['first', 'last'] as const)
    .map((which) => [which, argument(node, which, all, variables)] as const)
    .find(([, value]) => typeof value === 'number') ?? ['first', undefined]
  if (typeof size !== 'number') {
    const message = `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`
    return { type: 'MISSING_PAGINATION_BOUNDARIES', message }
  }
  if (size > 100) {
    const message = `Requesting ${size} records on the \`${name}\` connection exceeds the \`${key}\` limit of 100 records.`
    return { type: 'EXCESSIVE_PAGINATION', message }
  }
  if (size >= 1) return undefined
  return { type: 'ARGUMENT_LIMIT', message: `\`${key}\` on the \`${name}\` connection cannot be less than 1.` }
}

function argument(node: FieldNode, name: string, all: readonly GraphQLArgument[], variables: Variables): unknown {
  const given = node.arguments?.find((candidate) => candidate.name.value === name)
  const described = all.find((candidate) => candidate.name === name)
  return given && described && valueFromAST(given.value, described.type, { ...variables })
}
