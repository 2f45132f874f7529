import { buildSchema, type GraphQLScalarType, type GraphQLSchema, isScalarType } from 'graphql'

// What github.com has and the published text, older than that, has not.
const newer = `
extend type Mutation { requestReviewsByLogin(input: RequestReviewsByLoginInput!): RequestReviewsByLoginPayload }
input RequestReviewsByLoginInput {
  botLogins: [String!]
  clientMutationId: String
  pullRequestId: ID!
  teamSlugs: [String!]
  union: Boolean = false
  userLogins: [String!]
}
type RequestReviewsByLoginPayload { actor: Actor clientMutationId: String pullRequest: PullRequest }
extend input RequestReviewsInput { botIds: [ID!] }`

const forms: Readonly<Record<string, RegExp>> = {
  DateTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  GitObjectID: /^[0-9a-f]{40}$/,
  URI: /^https?:\/\//,
  BigInt: /^\d+$/,
}

const built = new Map<boolean, Promise<GraphQLSchema>>()

/** Read and built when first asked: it takes a second. An older Enterprise Server knows nothing of what is newer. */
export function githubSchema(isOld: boolean): Promise<GraphQLSchema> {
  const schema = built.get(isOld) ?? build(isOld)
  built.set(isOld, schema)
  return schema
}

async function build(isOld: boolean): Promise<GraphQLSchema> {
  const { schema: official } = await import('@octokit/graphql-schema')
  // The published text defines two fields twice, which a strict reader refuses.
  const schema = buildSchema(isOld ? official.idl : `${official.idl}\n${newer}`, { assumeValidSDL: true })
  for (const [name, form] of Object.entries(forms)) {
    const type = schema.getType(name)
    if (isScalarType(type)) type.serialize = serializer(type, form)
  }
  return schema
}

/** What we say must have the form that such a thing has. */
function serializer({ name }: GraphQLScalarType, form: RegExp) {
  return (value: unknown) => {
    if (typeof value !== 'string' || !form.test(value)) throw new Error(`${String(value)} is no ${name}`)
    return value
  }
}
