/**
 * Opens the session and reads its companies. The build makes this module, with its imports, a script of its own, which
 * runs while the browser still loads the rest of the page's script.
 */
import { openConnectPage } from "@sheaf/client/connect"
import type { ConnectPage, ConnectPageSession } from "@sheaf/client/connect"
import * as Embedding from "./Embedding.ts"
import { endingOfSession } from "./Endings.ts"
import type { Company } from "./models/Models.ts"
import * as PageRoutes from "./PageRoutes.ts"
import type { Ending } from "./screens/EndScreen.tsx"
import { ServiceClock } from "./ServiceClock.ts"
import * as Settings from "./Settings.ts"

export const settings = Settings.readSettings()

export const clock = new ServiceClock()

// The page is one folder below the service's public URL. That URL can have a path, so the page uses `..` and not `/`.
export const client = { baseUrl: new URL("..", location.href).href, fetch: clock.fetch }

export const openingUrl = PageRoutes.parseOpeningUrl(location)

export interface OpenedSession {
  readonly page: ConnectPage
  readonly session: ConnectPageSession
  /** Empty if the page cannot continue. */
  readonly companies: ReadonlyArray<Company>
  /** Absent if the page can continue. */
  readonly ending: Ending | undefined
}

/** Resolves to `undefined` if the browser does not keep the session's cookie. */
const open = async (): Promise<OpenedSession | undefined> => {
  const { embedding } = settings
  const { returned } = openingUrl
  if (!Embedding.keepsCookies(embedding)) return undefined
  const embedded = Embedding.placeOf(embedding)
  const departure = await Embedding.departure(embedding)
  const { page, session } = await openConnectPage(client, Embedding.openingOf(openingUrl, departure, embedded))
  // A code works only once. After a reload, the service rejects the code, and the consent's status shows the outcome.
  if (returned?.code !== undefined)
    await page
      .consent(returned.consentId)
      .confirm(returned.code)
      .catch(() => undefined)
  if (departure !== undefined) location.replace(departure.url)
  const isBack = session.embedded === true && embedded === undefined && PageRoutes.isReturn(openingUrl)
  const ending = departure !== undefined || isBack ? "window" : endingOfSession(session)
  return { page, session, companies: ending === undefined ? await page.companies() : [], ending }
}

export const opened = open()

// The rest of the page shows this error. Until it has loaded, the browser must not report the error as unhandled.
opened.catch(() => undefined)
