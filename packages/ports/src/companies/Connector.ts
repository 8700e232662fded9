/**
 * Connectors, which collect data from companies step by step (architecture 3). Each call returns one {@link Step}: the
 * status to show, the event to wait for, and a session for the next call. Steps are plain data, so collections survive
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

/** The client's own references, by name. */
export type SessionMetadataAttributes = Readonly<Record<string, string>>

/**
 * Where a company's page sends the person back to. Each call has its own. After a return, it and all earlier ones have
 * expired, unless a page is REQUIRED: then the first one works until the collection ends.
 */
export interface PageReturn {
  readonly url: string
  /** The address without the state, for servers that return people only to a registered address and repeat the state. */
  readonly registeredUrl: string
  readonly state: string
}

/** The products to collect, and the credentials for the login. */
export interface ConnectorRequest {
  readonly company: CompanyId
  readonly products: ReadonlyArray<Product>
  readonly loginMethod: LoginMethod
  readonly login: Redacted.Redacted<LoginParameter>
  /**
   * The data that the client wants. The connector should ask the company for nothing else, and Sheaf drops any other
   * data.
   */
  readonly filter?: Omit<CollectionFilterMembers, "products">
  /** The sensitive data that the client may have and wants. Sheaf drops any other sensitive data. Default: none. */
  readonly sensitive?: ReadonlyArray<SensitiveCategory>
  /** The client's own references that the company's configuration lists. */
  readonly attributes?: SessionMetadataAttributes
  /** The name of the client, which the person may see. Only companies with `showsClient` receive it. */
  readonly clientName?: string
  /** A one-time consent to read accounts, which ends with the collection. Sheaf drops data outside the scope. */
  readonly consent?: ConsentTerms
  /** True if Sheaf has already identified the person with the electronic ID, so that the company needs no order. */
  readonly identified?: true
  /** Present if a step may show a page of the company. */
  readonly pageReturn?: PageReturn
}

/** The event since the last step. */
export type ConnectorSignal =
  /** The pause that the last step requested has ended. */
  | { readonly _tag: "Tick" }
  /** The client answered the last step's question. */
  | { readonly _tag: "Input"; readonly input: Redacted.Redacted<UserInput> }
  /** The client executed all of the last step's requests. The responses are in order of arrival. */
  | { readonly _tag: "Responses"; readonly responses: Redacted.Redacted<ReadonlyArray<ResponseObject>> }
  /**
   * The person returned from the last step's page. `response` has the code that a bank added, and `query` everything
   * that a company's page added.
   */
  | {
      readonly _tag: "Return"
      readonly response?: AuthorizationResponse
      readonly query?: Redacted.Redacted<ReturnQuery>
    }
  /**
   * A new collection begins without the person, in the session of an earlier collection that ended as renewable. The
   * call can use up the session's token.
   */
  | { readonly _tag: "Renew"; readonly products: ReadonlyArray<Product>; readonly filter?: ConnectorRequest["filter"] }

/** The inputs of an animated QR code, which Sheaf computes for each poll. The secret never leaves the service. */
export const AnimatedQrSource = Schema.Struct({
  /** The first word of the code, by which the scheme's app knows it. `eid` by default. */
  prefix: Schema.optionalKey(Schema.String),
  startToken: Schema.String,
  startSecret: Schema.String,
  /** The time at which the electronic-ID order started, in milliseconds since 1970. */
  startedAt: Schema.Finite
})
export type AnimatedQrSource = typeof AnimatedQrSource.Type

/**
 * The inputs of a link that changes every second: `<linkStart><seconds><linkEnd>&authCode=<code>`. The code is the HMAC
 * of `signedStart` and the link before it.
 */
export const DeviceLinkSource = Schema.Struct({
  linkStart: Schema.String,
  linkEnd: Schema.String,
  signedStart: Schema.String,
  /** The key, in base64. It never leaves the service. */
  secret: Schema.String,
  /** The time at which the session started, in milliseconds since 1970. */
  startedAt: Schema.Finite
})
export type DeviceLinkSource = typeof DeviceLinkSource.Type

/** A part of a step that Sheaf prepares for the person at each poll, beside the information that clients see as it is. */
export const DisplayEntry = Schema.Union([
  Schema.TaggedStruct("AnimatedCode", AnimatedQrSource.fields),
  Schema.TaggedStruct("DeviceLink", DeviceLinkSource.fields),
  /**
   * The company's own code texts, shown one after the other. Each is shown until the time given with it, in milliseconds
   * since 1970. The last one stays.
   */
  Schema.TaggedStruct("CodeTexts", {
    texts: Schema.Array(Schema.Struct({ text: Schema.String, until: Schema.Finite }))
  })
])
export type DisplayEntry = typeof DisplayEntry.Type

/** The collected data. Sheaf replaces the connector's ids for records and documents. */
export const CollectedData = Schema.Struct({
  insurance: Schema.Array(ReportedInsurance),
  wealth: Schema.Array(ReportedWealth),
  missing: Schema.Array(MissingData)
})
export type CollectedData = typeof CollectedData.Type

/** Personal numbers of the person who authenticated, in any format (spec 3.2). Only Sheaf compares them. */
export const Authenticated = Schema.Struct({
  fromElectronicId: Schema.optionalKey(Schema.String),
  fromCompany: Schema.optionalKey(Schema.String),
  /**
   * The number from the client's device. Sheaf does not trust the device: a different number is a mismatch, but an
   * equal number proves nothing.
   */
  fromDevice: Schema.optionalKey(Schema.String),
  /** The proof from the electronic ID, which Sheaf keeps with the collection. */
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
  /** Shows a status and expects a tick after `afterMillis` milliseconds. */
  Schema.TaggedStruct("Poll", {
    ...shown,
    afterMillis: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
    /**
     * The next call uses up a code or a token that works once. Only one node makes this call, and records its outcome
     * even during a stop.
     */
    once: Schema.optionalKey(Schema.Literal(true)),
    /** The shown page's server adds a code to the return address. A return without a code changes nothing. */
    expectsCode: Schema.optionalKey(Schema.Literal(true))
  }),
  /** Shows a status and expects the client's answer. Sheaf sets the timeout. */
  Schema.TaggedStruct("Ask", { ...shown, question: Question }),
  /** Ends the collection in a final status, with data if the status is an outcome. */
  Schema.TaggedStruct("End", {
    status: CollectionStatus,
    session: Schema.String,
    authenticated: Schema.optionalKey(Authenticated),
    reason: Schema.optionalKey(FailureReason),
    collected: Schema.optionalKey(CollectedData),
    /** The session can begin further collections without the person, each from the session of the one before. */
    renewable: Schema.optionalKey(Schema.Literal(true))
  })
])
export type Step = typeof Step.Type

/** A document, exactly as the company delivered it. */
export interface DocumentContent {
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** A failed connector call. A retry can succeed after UNREACHABLE and COMPANY_ERROR, but not after BROKEN. */
export class ConnectorError extends Schema.TaggedError<ConnectorError>()("ConnectorError", {
  reason: Schema.Literals(["UNREACHABLE", "COMPANY_ERROR", "BROKEN"]),
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/**
 * Runs an effect outside the timeout of the connector call. Connectors use it to wait for their turn, as opposed to
 * waiting for a company. The collection's deadline still applies.
 */
export type PauseTimeout = <A, E, R>(waiting: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
export const PauseTimeout = Context.Reference<PauseTimeout>("@sheaf/ports/PauseTimeout", {
  defaultValue: () => (waiting) => waiting
})

/**
 * The client and the person behind a call, as opaque tags. A person has the same tag for every client. Adapters use the
 * tags to let clients take turns and to count a company's failures. The client's tag is its id, which selects the client's
 * own certificates for a bank. The tags are never sent over HTTP.
 */
export interface CallContext {
  readonly client: string
  readonly person: string
}
export const CallContext = Context.Reference<CallContext>("@sheaf/ports/CallContext", {
  defaultValue: () => ({ client: "", person: "" })
})

/** The key of a step. Calls with the same key must act only once and return the same step. */
export type StepKey = string

/** Whether a person must visit a page outside Sheaf, might have to, or never does. */
export type PageUse = "REQUIRED" | "OPTIONAL" | "NONE"

export interface Connector {
  readonly begin: (order: ConnectorRequest, key: StepKey) => Effect.Effect<Step, ConnectorError>
  /** `pageReturn` is present if a step may show a page of the company. */
  readonly resume: (
    session: string,
    signal: ConnectorSignal,
    key: StepKey,
    pageReturn?: PageReturn
  ) => Effect.Effect<Step, ConnectorError>
  /**
   * Returns whether steps show a person with this login a page outside Sheaf. Without this function, none may.
   *
   * Only the signal `Return` leads on from a page, and a step that shows the page again waits for another return. The
   * steps after that signal must tell whether the company has granted the order, and end otherwise: the first visitor
   * could wait for somebody else. With OPTIONAL pages, this is the next step, or the one after a step that uses up a
   * code, and Sheaf rejects any other.
   */
  readonly pageUse?: (login: LoginParameter) => PageUse
  /** True if the adapter has already checked each step against a schema that allows no more than {@link Step}. */
  readonly checksSteps?: true
  /** Closes the company's session after a timeout, an unusable step or a newer start. Repeated calls are harmless. */
  readonly cancel: (session: string) => Effect.Effect<void, ConnectorError>
  /** Returns one of the documents that the collected records refer to. */
  readonly document: (session: string, documentId: string) => Effect.Effect<DocumentContent, ConnectorError>
}

export interface ConnectedCompany {
  /** The attributes of SESSION_METADATA that the connector receives. Default: none. */
  readonly attributes?: ReadonlyArray<string>
  /** True if the company shows the client's name to the person. */
  readonly showsClient?: boolean
  /** True if orders of the electronic ID need the address of the person's device. Others never receive it. */
  readonly requiresEndUserIp?: boolean
  /** True if collections by electronic ID can complete only for a verified person (spec 3.2). */
  readonly requiresVerifiedPerson?: boolean
  readonly availability: CompanyAvailability
  /** False if the availability is only assumed, because no call has had an outcome since the start. True by default. */
  readonly isObserved?: boolean
  readonly supported: SupportedProducts
  readonly connector: Connector
}

export class Connectors extends Context.Service<
  Connectors,
  {
    readonly all: Effect.Effect<ReadonlyArray<ConnectedCompany>>
    readonly find: (company: CompanyId) => Effect.Effect<Option.Option<ConnectedCompany>>
    /** Returns a company's test environment, if it has one: another server, with login methods for tests only. */
    readonly findTest: (company: CompanyId) => Effect.Effect<Option.Option<ConnectedCompany>>
  }
>()("@sheaf/ports/Connectors") {}
