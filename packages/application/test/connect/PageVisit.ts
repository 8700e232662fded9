/** Helpers that play the Connect page and its client. */
import { ReceiptSignerLive } from "@sheaf/adapters-security"
import type { CreateConnectSession } from "@sheaf/domain/ConnectSession"
import { ClientStore, ConnectPages, ConnectSessions, Monitors, ReceiptSigner } from "@sheaf/ports"
import type { ConnectVisitor, UserCaller } from "@sheaf/ports"
import { Context, Effect, Layer, Redacted } from "effect"
import { ConnectPagesLive, ConnectSessionsLive } from "../../src/index.ts"
import * as World from "../collections/World.ts"

export const returnUrl = "https://app.example/linked"

type Needed = Layer.Services<typeof layer>

const layer = Layer.mergeAll(ConnectPagesLive.layer, ConnectSessionsLive.layer).pipe(
  Layer.provideMerge(ReceiptSignerLive.layer)
)

export const makeConnect = Effect.gen(function* () {
  // `World` also provides services that its type does not declare.
  const context = yield* Effect.context<Needed>()
  const built = yield* Layer.build(Layer.provide(layer, Layer.succeedContext(context)))
  yield* (yield* ClientStore).addReturnUrl(World.caller.clientId, returnUrl)
  return {
    pages: Context.get(built, ConnectPages),
    sessions: Context.get(built, ConnectSessions),
    signer: Context.get(built, ReceiptSigner)
  }
})

export type Connect = Effect.Success<typeof makeConnect>

export const opened = Effect.fnUntraced(function* (
  { pages, sessions }: Pick<Connect, "pages" | "sessions">,
  user: UserCaller,
  request: Omit<CreateConnectSession, "userId">
) {
  const created = yield* sessions.create(World.caller, { ...request, userId: user.userId })
  const link = Redacted.make(new URL(created.url).hash.slice(1))
  const { connectSessionId } = created
  const { body, browser } = yield* pages.open({ connectSessionId, link })
  const visitor: Effect.Effect<ConnectVisitor> = Effect.orDie(pages.authenticate(body.token, () => browser))
  return { connectSessionId, visitor }
})

export type Opened = Effect.Success<ReturnType<typeof opened>>

export const finish = Effect.fnUntraced(function* (
  { pages }: Pick<Connect, "pages">,
  { visitor }: Opened,
  outcome: "COMPLETED" | "ABANDONED" = "COMPLETED"
) {
  const { returnTo } = yield* pages.finish(yield* visitor, outcome)
  return Redacted.make(returnTo === undefined ? "" : (new URL(returnTo).searchParams.get("code") ?? ""))
})

export const daily = { every: "P1D", at: "16:00" } as const

export const asking = (monitor: CreateConnectSession["monitor"], more: Partial<CreateConnectSession> = {}) => ({
  purpose: "MONITOR" as const,
  ...(monitor && { monitor }),
  ...more
})

export const questionOf = Effect.fnUntraced(function* ({ pages }: Pick<Connect, "pages">, { visitor }: Opened) {
  return (yield* pages.session(yield* visitor)).monitor
})

export const allow = Effect.fnUntraced(function* (connect: Pick<Connect, "pages">, page: Opened) {
  const source = (yield* questionOf(connect, page))?.source
  return yield* connect.pages.permitMonitor(yield* page.visitor, source === undefined ? {} : { source })
})

export const collect = Effect.fnUntraced(function* (
  { pages }: Pick<Connect, "pages">,
  { visitor }: Opened,
  keepCredentials?: boolean
) {
  const { company, loginMethod = "USERNAME_AND_PASSWORD", parameters } = World.request
  const start = {
    company,
    loginMethod,
    parameters: parameters.filter((each) => each.type === "USERNAME_PASSWORD"),
    ...(keepCredentials !== undefined && { keepCredentials })
  }
  const { body } = yield* pages.startCollection(yield* visitor, start, {})
  yield* World.untilStatus(body.collectionId, "COMPLETED")
  return body.collectionId
})

export const monitorsOf = (user: UserCaller) =>
  Effect.map(
    Effect.flatMap(Monitors, (monitors) => monitors.list(user, { limit: 10 })),
    ({ items }) => items
  )
