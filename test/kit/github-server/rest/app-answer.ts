import { stampOf } from '../clock.ts'
import type { App } from '../state/apps.ts'
import { addToken } from '../state/tokens.ts'
import type { World } from '../state/world.ts'
import { appBody } from './bodies/checks.ts'
import { api } from './bodies/users.ts'
import { filled } from './fill.ts'
import { notFound, Refusal, type Reply } from './operation.ts'
import type { Values } from './routes.ts'

const hour = 3_600_000

/** What an app may ask for with nothing but its own signature. */
export function answerApp(world: World, app: App, operationId: string, values: Values): Reply {
  switch (operationId) {
    case 'apps/get-authenticated':
      return { body: { ...appBody(app.slug), id: app.id, permissions: app.access } }
    case 'apps/get-repo-installation':
      return { body: installationBody(app) }
    case 'apps/create-installation-access-token': {
      if (Number(values.installation_id) !== app.installation) throw notFound()
      const expiresAt = world.clock.now() + hour
      const token = addToken(world, { login: `${app.slug}[bot]`, access: app.access, expiresAt })
      return { status: 201, body: { token, expires_at: stampOf(expiresAt), permissions: app.access } }
    }
    default:
      throw new Refusal(401, 'A JSON web token could not be decoded')
  }
}

function installationBody({ id, slug, installation, access }: App) {
  return filled('installation', {
    id: installation,
    app_id: id,
    app_slug: slug,
    permissions: access,
    access_tokens_url: `${api}/app/installations/${installation}/access_tokens`,
  })
}
