/**
 * A connector collects data from companies, step by step (architecture 3). Each call returns one {@link Step}: the
 * status to show, what to wait for, and a session for the next call. Steps are plain data, so collections survive
 * restarts.
 */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { CompanyAvailability, CompanyId, SupportedProducts } from "@sheaf/domain/Company"
import { ExtraInformation } from "@sheaf/domain/ExtraInformation"
import { FailureReason, MissingData } from "@sheaf/domain/FailureReason"
import type { ConsentTerms } from "@sheaf/domain/ConsentScope"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { LoginParameter } from "@sheaf/domain/Parameter"
import type { CollectionFilterMembers } from "@sheaf/domain/StartCollection"
import type { Product } from "@sheaf/domain/Product"
import { ReportedInsurance, ReportedWealth } from "@sheaf/domain/ReportedRecords"
import type { SensitiveCategory } from "@sheaf/domain/Sensitive"
import { Question } from "@sheaf/domain/SupplementInfo"
import type { UserInput, ResponseObject } from "@sheaf/domain/SupplementInfo"
import { LoginProof } from "./LoginProof.ts"
import { Context, Schema } from "effect"
import type { Effect, Option, Redacted } from "effect"
import type { AuthorizationResponse } from "../banks/BankOAuth.ts"
import type { ReturnQuery } from "../banks/BankReturn.ts"

export type SessionMetadataAttributes = Readonly<Record<string, string>>

/**
 * The URL to which a company's page returns the person. Each call has its own URL, and a return invalidates the URLs of
 * this call and all earlier ones. However, if the page is REQUIRED, the first URL works until the collection ends.
 */
export interface PageReturn {
  readonly url: string
  /** The URL without the state, for servers that accept only a registered URL and add the state themselves. */
  readonly registeredUrl: string
  readonly state: string
}

export interface ConnectorRequest {
  readonly company: CompanyId
  readonly products: ReadonlyArray<Product>
  readonly loginMethod: LoginMethod
  readonly login: Redacted.Redacted<LoginParameter>
  /** Ask the company only for what matches the filter, because Sheaf drops everything else. */
  readonly filter?: Omit<CollectionFilterMembers, "products">
  /**
   * The sensitive data that the client requested and is allowed to receive (default: none). Sheaf drops all other
   * sensitive data.
   */
  readonly sensitive?: ReadonlyArray<SensitiveCategory>
  readonly attributes?: SessionMetadataAttributes
  /** The client's name, to show to the person. Present only for companies with `showsClient`. */
  readonly clientName?: string
  /** A one-time consent to read accounts, which ends with the collection. Sheaf drops data outside the scope. */
  readonly consent?: ConsentTerms
  /**
   * True if Sheaf has already identified the person with the electronic ID, so the connector must not place its own
   * order.
   */
  readonly identified?: true
  readonly pageReturn?: PageReturn
}

export type ConnectorSignal =
  | { readonly _tag: "Tick" }
  | { readonly _tag: "Input"; readonly input: Redacted.Redacted<UserInput> }
  /** The client executed all requests of the last step. Responses are in order of arrival. */
  | { readonly _tag: "Responses"; readonly responses: Redacted.Redacted<ReadonlyArray<ResponseObject>> }
  /**
   * The person returned from the last step's page. `response` has the code that a bank added, and `query` has all
   * parameters that a company's page added.
   */
  | {
      readonly _tag: "Return"
      readonly response?: AuthorizationResponse
      readonly query?: Redacted.Redacted<ReturnQuery>
    }
  /**
   * A new collection starts without the person, in an earlier collection's renewable session. The call may use up the
   * session's token.
   */
  | { readonly _tag: "Renew"; readonly products: ReadonlyArray<Product>; readonly filter?: ConnectorRequest["filter"] }

/** What Sheaf needs to compute an animated QR code at each poll. The secret never leaves the service. */
export const AnimatedQrSource = Schema.Struct({
  /** The first word of the QR code, by which the scheme's app recognizes its own codes. Default: `eid`. */
  prefix: Schema.optionalKey(Schema.String),
  startToken: Schema.String,
  startSecret: Schema.String,
  /** When the electronic-ID order started, in milliseconds since 1970. */
  startedAt: Schema.Finite
})
export type AnimatedQrSource = typeof AnimatedQrSource.Type

/**
 * What Sheaf needs to compute a link that changes every second: `<linkStart><seconds><linkEnd>&authCode=<code>`.
 * `authCode` is the HMAC of `signedStart` and, after it, the link up to `&authCode=`.
 */
export const DeviceLinkSource = Schema.Struct({
  linkStart: Schema.String,
  linkEnd: Schema.String,
  signedStart: Schema.String,
  /** A base64 key that never leaves the service. */
  secret: Schema.String,
  startedAt: Schema.Finite
})
export type DeviceLinkSource = typeof DeviceLinkSource.Type

/** A part of a step's display. Sheaf recomputes it at each poll. */
export const DisplayEntry = Schema.Union([
  Schema.TaggedStruct("AnimatedCode", AnimatedQrSource.fields),
  Schema.TaggedStruct("DeviceLink", DeviceLinkSource.fields),
  /**
   * A code that the company generates itself, as a sequence of texts. Sheaf shows each text until the time `until`, in
   * milliseconds since 1970. The last text stays.
   */
  Schema.TaggedStruct("CodeTexts", {
    texts: Schema.Array(Schema.Struct({ text: Schema.String, until: Schema.Finite }))
  })
])
export type DisplayEntry = typeof DisplayEntry.Type

export const CollectedData = Schema.Struct({
  insurance: Schema.Array(ReportedInsurance),
  wealth: Schema.Array(ReportedWealth),
  missing: Schema.Array(MissingData)
})
export type CollectedData = typeof CollectedData.Type

/**
 * The personal numbers of the person who authenticated, in any format (spec 3.2). Connectors only report them; Sheaf
 * compares them.
 */
export const Authenticated = Schema.Struct({
  fromElectronicId: Schema.optionalKey(Schema.String),
  fromCompany: Schema.optionalKey(Schema.String),
  /**
   * The number that the client's device reported. Sheaf does not trust it: a different number is a mismatch, but a
   * matching one proves nothing.
   */
  fromDevice: Schema.optionalKey(Schema.String),
  proof: Schema.optionalKey(LoginProof)
})
export type Authenticated = typeof Authenticated.Type

const shown = {
  status: CollectionStatus,
  information: Schema.optionalKey(ExtraInformation),
  display: Schema.optionalKey(Schema.Array(DisplayEntry)),
  authenticated: Schema.optionalKey(Authenticated),
  session: Schema.String
}

export const Step = Schema.Union([
  Schema.TaggedStruct("Poll", {
    ...shown,
    afterMillis: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
    /**
     * The next call uses up a single-use code or token, so only one node makes it, and that node records the outcome
     * even while it shuts down.
     */
    once: Schema.optionalKey(Schema.Literal(true)),
    /** The page's server adds a code to the return URL, so returns without a code are ignored. */
    expectsCode: Schema.optionalKey(Schema.Literal(true))
  }),
  /** Shows a status and waits for the client's answer. Sheaf chooses the timeout. */
  Schema.TaggedStruct("Ask", { ...shown, question: Question }),
  Schema.TaggedStruct("End", {
    status: CollectionStatus,
    session: Schema.String,
    authenticated: Schema.optionalKey(Authenticated),
    reason: Schema.optionalKey(FailureReason),
    collected: Schema.optionalKey(CollectedData),
    /**
     * The session can start another collection without the person. That collection may in turn leave a renewable
     * session.
     */
    renewable: Schema.optionalKey(Schema.Literal(true))
  })
])
export type Step = typeof Step.Type

export interface DocumentContent {
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** A failed connector call. Retry UNREACHABLE and COMPANY_ERROR, but not BROKEN. */
export class ConnectorError extends Schema.TaggedError<ConnectorError>()("ConnectorError", {
  reason: Schema.Literals(["UNREACHABLE", "COMPANY_ERROR", "BROKEN"]),
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/**
 * Runs an effect whose duration does not count toward the timeout of the connector's call. Use it while a connector
 * queues for its turn, because that wait is not the company's fault. The collection's deadline still applies.
 */
export type PauseTimeout = <A, E, R>(waiting: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
export const PauseTimeout = Context.Reference<PauseTimeout>("@sheaf/ports/PauseTimeout", {
  defaultValue: () => (waiting) => waiting
})

/**
 * Tags for the client and the person behind a call. Adapters use them to let clients take turns and to tell whose calls
 * fail. A person has the same tag for every client. The client's tag is its id, because a client can have its own
 * certificates at a bank. Tags are never sent over HTTP.
 */
export interface CallContext {
  readonly client: string
  readonly person: string
}
export const CallContext = Context.Reference<CallContext>("@sheaf/ports/CallContext", {
  defaultValue: () => ({ client: "", person: "" })
})

/**
 * An idempotency key for a step: of several calls with the same key, only one takes effect, and all return the same
 * step.
 */
export type StepKey = string

/** Whether the person must visit a page outside Sheaf (REQUIRED), may have to (OPTIONAL), or never does (NONE). */
export type PageUse = "REQUIRED" | "OPTIONAL" | "NONE"

export interface Connector {
  readonly begin: (order: ConnectorRequest, key: StepKey) => Effect.Effect<Step, ConnectorError>
  /** `pageReturn` is present if a step may show one of the company's pages. */
  readonly resume: (
    session: string,
    signal: ConnectorSignal,
    key: StepKey,
    pageReturn?: PageReturn
  ) => Effect.Effect<Step, ConnectorError>
  /**
   * Returns whether people with this login see a page outside Sheaf. Without this function, steps must not show a page.
   *
   * While a page is shown, Sheaf waits for a `Return` signal. If a later step shows the page again, Sheaf waits for
   * another return. The first step after a return must report the company's decision or end the collection. Otherwise,
   * a stranger could return before the person has approved the request, and the connector would simply wait for the
   * approval. With OPTIONAL pages, this first step may exchange a code instead, but Sheaf rejects any further delay.
   */
  readonly pageUse?: (login: LoginParameter) => PageUse
  /** True if the adapter validates each step itself, against a schema at least as strict as {@link Step}. */
  readonly checksSteps?: true
  /**
   * Closes the session at the company after a timeout or an invalid step, or when a newer collection supersedes this
   * one. Safe to repeat.
   */
  readonly cancel: (session: string) => Effect.Effect<void, ConnectorError>
  readonly document: (session: string, documentId: string) => Effect.Effect<DocumentContent, ConnectorError>
}

export interface CompanyLogo {
  /** The file name, which changes with the content. */
  readonly name: string
  readonly contentType: "image/png" | "image/svg+xml"
  readonly content: Uint8Array
}

export interface ConnectedCompany {
  readonly logo?: CompanyLogo
  readonly attributes?: ReadonlyArray<string>
  readonly showsClient?: boolean
  /**
   * True if this company needs the address of the person's device for its electronic-ID orders. Other companies never
   * get it.
   */
  readonly requiresEndUserIp?: boolean
  /** If true, a collection with an electronic ID succeeds only if the person is verified (spec 3.2). */
  readonly requiresVerifiedPerson?: boolean
  readonly availability: CompanyAvailability
  /**
   * False if no call to the company has finished since the node started, so its availability is only assumed. Default:
   * true.
   */
  readonly isObserved?: boolean
  readonly supported: SupportedProducts
  readonly connector: Connector
}

export class Connectors extends Context.Service<
  Connectors,
  {
    readonly all: Effect.Effect<ReadonlyArray<ConnectedCompany>>
    readonly find: (company: CompanyId) => Effect.Effect<Option.Option<ConnectedCompany>>
    /** Returns a company's test environment, if any: a separate server with test login methods. */
    readonly findTest: (company: CompanyId) => Effect.Effect<Option.Option<ConnectedCompany>>
  }
>()("@sheaf/ports/Connectors") {}
