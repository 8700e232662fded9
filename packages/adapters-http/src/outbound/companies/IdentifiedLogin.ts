/**
 * Logins at companies for which Sheaf identifies the person. Sheaf places an order at its own electronic-ID provider,
 * and starts the connector once the person is known (spec 3.2, 17).
 */
import { collectIntervalMillis, statusOfFailure } from "@sheaf/domain/ElectronicIdHint"
import type { PendingHint } from "@sheaf/domain/ElectronicIdHint"
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import type * as LoginMethod from "@sheaf/domain/LoginMethod"
import { ElectronicIdLogin } from "@sheaf/domain/Parameter"
import {
  AnimatedQrSource,
  ConnectorError,
  DeviceLinkSource,
  orderInstructionsOf,
  summarizeFailures
} from "@sheaf/ports"
import type {
  Connector,
  ConnectorRequest,
  ConnectorSignal,
  ElectronicId,
  ElectronicIdError,
  ElectronicIdOrder,
  ElectronicIdProgress,
  PageReturn,
  Step
} from "@sheaf/ports"
import { Cause, Effect, Redacted, Schema } from "effect"
import { Begin } from "../../connector/ConnectorRequests.ts"

export interface Identification {
  readonly provider: ElectronicId["Service"]
  readonly makesOrder: (method: LoginMethod.LoginMethod) => boolean
  /** True if orders with this login method need the IP address of the person's device. */
  readonly needsAddress: (method: LoginMethod.LoginMethod) => boolean
}

export interface IdentifiedCompany {
  readonly companyDisplayName: string
  /**
   * `showsClient`: the connector receives the client's name. `requiresEndUserIp`: it receives the IP address of the
   * person's device.
   */
  readonly showsClient: boolean
  readonly requiresEndUserIp: boolean
}

const Order = Schema.Struct({
  orderRef: Schema.String,
  autoStartToken: Schema.optionalKey(Schema.String),
  appUrl: Schema.optionalKey(Schema.String),
  animatedCode: Schema.optionalKey(AnimatedQrSource),
  deviceLink: Schema.optionalKey(DeviceLinkSource),
  controlCode: Schema.optionalKey(Schema.String),
  pageUrl: Schema.optionalKey(Schema.String)
})

const Session = Schema.Union([
  Schema.TaggedStruct("Ordered", {
    request: Begin,
    order: Order,
    /** The query that the app added to the return URL. */
    returned: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
  }),
  Schema.TaggedStruct("Identified", { request: Begin }),
  /** The connector has started. `session` is the connector's own session. */
  Schema.TaggedStruct("Begun", { session: Schema.String })
])
type Session = typeof Session.Type
type Ordered = Extract<Session, { readonly _tag: "Ordered" }>

const Text = Schema.fromJsonString(Session)
const encode = Schema.encodeSync(Text)
const decode = Schema.decodeUnknownEffect(Text)

const broken = new ConnectorError({ reason: "BROKEN" })

const parse = (text: string): Effect.Effect<Session, ConnectorError> => Effect.mapError(decode(text), () => broken)

const isElectronicIdLogin = Schema.is(ElectronicIdLogin)

/** Marks the session as begun, so that later calls skip the electronic ID and go directly to the connector. */
const afterLogin = (step: Step, isOrdered: boolean): Step => ({
  ...step,
  ...(isOrdered && step.status === "RUNNING" && { status: "LOGIN" as const }),
  session: encode({ _tag: "Begun", session: step.session })
})

const ended = (status: Step["status"], session: Session): Step => ({ _tag: "End", status, session: encode(session) })

const waiting = ({ order, request, ...more }: Omit<Ordered, "_tag">, hint: string, afterMillis: number): Step => ({
  _tag: "Poll",
  status: "WAITING_FOR_USER_ACTION",
  afterMillis,
  ...orderInstructionsOf(request.loginMethod, order, hint),
  session: encode({ _tag: "Ordered", order, request, ...more })
})

/**
 * Returns a step that reports who authenticated. Sheaf compares this person with the expected one before it calls the
 * connector.
 */
const identified = (
  request: Begin,
  { completion, personalNumber }: Extract<ElectronicIdProgress, { readonly _tag: "Complete" }>
): Step => ({
  _tag: "Poll",
  status: "LOGIN",
  afterMillis: 0,
  authenticated: {
    fromElectronicId: Redacted.value(personalNumber),
    ...(completion?.proof && { proof: Redacted.value(completion.proof) })
  },
  session: encode({ _tag: "Identified", request })
})

const afterPoll = (session: Ordered, progress: ElectronicIdProgress): Step => {
  switch (progress._tag) {
    case "Pending":
      return waiting(session, progress.hint, progress.afterMillis)
    case "Failed":
      return ended(statusOfFailure(progress.hint), { _tag: "Identified", request: session.request })
    case "Complete":
      return identified(session.request, progress)
  }
}

/** Fails only if a retry can help. Other errors are logged and end the login. */
const recover = (request: Begin) =>
  Effect.catch((cause: ElectronicIdError): Effect.Effect<Step, ConnectorError> => {
    const end = (status: Step["status"]) => Effect.succeed(ended(status, { _tag: "Identified", request }))
    switch (cause.reason) {
      case "ALREADY_IN_PROGRESS":
        return end("AUTHENTICATION_CONFLICT")
      case "REFUSED":
        return Effect.logWarning("electronic ID provider rejected a request").pipe(
          Effect.annotateLogs({ failures: summarizeFailures(Cause.fail(cause)) }),
          Effect.andThen(end("AUTHENTICATION_ERROR"))
        )
      case "UNREACHABLE":
        return new ConnectorError({ reason: "UNREACHABLE", cause })
      case "PROVIDER_ERROR":
        return new ConnectorError({ reason: "COMPANY_ERROR", cause })
    }
  })

/** Removes the client's name and the device's IP address unless the connector needs them. */
const requestFor = (
  { requiresEndUserIp, showsClient }: IdentifiedCompany,
  { clientName, login, pageReturn: _, ...order }: ConnectorRequest
): Begin => {
  const given = Redacted.value(login)
  const isKept = requiresEndUserIp || !LoginIdentity.takesEndUserIp(given)
  return {
    ...order,
    login: isKept ? given : LoginIdentity.withoutDevice(given),
    ...(showsClient && clientName !== undefined && { clientName })
  }
}

const orderFor = (
  { companyDisplayName: companyName }: IdentifiedCompany,
  { clientName, company, consent, login, loginMethod, pageReturn, products }: ConnectorRequest
) => {
  const person = Redacted.value(login)
  return isElectronicIdLogin(person)
    ? {
        company,
        loginMethod,
        login: Redacted.make(person),
        ...(pageReturn && { callbackUrl: pageReturn.url }),
        purpose: {
          products,
          companyName,
          ...(clientName !== undefined && { clientName }),
          ...(consent && { scope: consent.scope, locale: consent.psuLocale })
        }
      }
    : undefined
}

const unopened: PendingHint = "outstandingTransaction"

type Answer = Effect.Effect<Step, ConnectorError>

/**
 * Starts the connector's own login. `isIdentified` tells the connector that Sheaf has already identified the person.
 */
const begin = (
  connector: Connector,
  { login, ...order }: Begin,
  key: string,
  pageReturn: PageReturn | undefined,
  isIdentified: boolean
): Answer => {
  const full = { ...order, login: Redacted.make(login), ...(pageReturn && { pageReturn }) }
  return Effect.map(connector.begin(isIdentified ? { ...full, identified: true } : full, key), (step) =>
    afterLogin(step, isIdentified)
  )
}

/**
 * Polls the order. The session keeps the query of the return URL, because the provider may need several polls after the
 * person returns.
 */
const poll = (provider: Identification["provider"], session: Ordered, signal: ConnectorSignal): Answer => {
  if (signal._tag !== "Tick" && signal._tag !== "Return") return broken
  const added = signal._tag === "Return" ? signal.query : undefined
  const query = added === undefined ? session.returned : Redacted.value(added)
  const kept = query === undefined ? session : { ...session, returned: query }
  const { orderRef } = session.order
  return Effect.map(provider.collect(orderRef, query && Redacted.make(query)), (progress) =>
    afterPoll(kept, progress)
  ).pipe(
    // After a rejected poll, nobody polls the order again, so it is canceled.
    Effect.tapError(({ reason }) => (reason === "REFUSED" ? Effect.ignore(provider.cancel(orderRef)) : Effect.void)),
    recover(session.request)
  )
}

/** Wraps a connector so that it starts only after Sheaf has identified the person. */
export const over = (
  connector: Connector,
  company: IdentifiedCompany,
  { makesOrder, provider }: Identification
): Connector => {
  const place: Connector["begin"] = (request, key) => {
    const told = requestFor(company, request)
    const wanted = orderFor(company, request)
    if (wanted === undefined || !makesOrder(request.loginMethod))
      return begin(connector, told, key, request.pageReturn, false)
    return Effect.map(provider.order(wanted, key), (order: ElectronicIdOrder) =>
      waiting({ request: told, order }, unopened, collectIntervalMillis)
    ).pipe(recover(told))
  }

  const resume: Connector["resume"] = Effect.fnUntraced(function* (text, signal, key, pageReturn) {
    const session = yield* parse(text)
    switch (session._tag) {
      case "Ordered":
        return yield* poll(provider, session, signal)
      case "Identified":
        return signal._tag === "Tick" ? yield* begin(connector, session.request, key, pageReturn, true) : yield* broken
      case "Begun":
        return afterLogin(yield* connector.resume(session.session, signal, key, pageReturn), false)
    }
  })

  return {
    ...(connector.checksSteps && { checksSteps: connector.checksSteps }),
    begin: place,
    resume,
    // Never returns NONE for an electronic-ID login, because an electronic-ID app that was opened through a link can
    // send the person back to a page.
    pageUse: (login) => {
      const use = connector.pageUse?.(login) ?? "NONE"
      return use === "NONE" && isElectronicIdLogin(login) ? "OPTIONAL" : use
    },
    cancel: Effect.fnUntraced(function* (text) {
      const session = yield* parse(text)
      if (session._tag === "Begun") return yield* connector.cancel(session.session)
      if (session._tag === "Identified") return
      yield* Effect.mapError(
        provider.cancel(session.order.orderRef),
        (cause) => new ConnectorError({ reason: "UNREACHABLE", cause })
      )
    }),
    document: Effect.fnUntraced(function* (text, documentId) {
      const session = yield* parse(text)
      return session._tag === "Begun" ? yield* connector.document(session.session, documentId) : yield* broken
    })
  }
}
