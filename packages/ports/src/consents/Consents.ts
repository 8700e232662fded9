/** Driving port: the operations on consents to read accounts (spec 2.4, 3.4, 4; decisions 9). */
import type { Consent } from "@sheaf/domain/Consent"
import { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import type { CreateConsent } from "@sheaf/domain/CreateConsent"
import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { StatusProgress } from "../collections/Collections.ts"
import type { ListRequest, Page } from "../ListQuery.ts"
import type { InvalidCursor, InvalidParameters, ProductNotSupported, UnknownCompany } from "../RequestErrors.ts"
import type { KeyReused } from "../requests/RequestKeys.ts"
import type { Caller, UserCaller } from "../users/Caller.ts"
import type { UserErased, UserNotFound } from "../users/Users.ts"

/** No such consent, or it belongs to another client or user. */
export class ConsentNotFound extends Schema.TaggedError<ConsentNotFound>()("ConsentNotFound", {}) {}

/** The consent is not waiting for anything that times out. */
export class ConsentNotExpirable extends Schema.TaggedError<ConsentNotExpirable>()("ConsentNotExpirable", {
  status: ConsentStatus
}) {}

export interface CurrentConsentStatus extends StatusProgress {
  readonly body: ConsentStatusObject
}

export type ConsentListRequest = ListRequest<ConsentStatus>

/** The result of a person's return from a bank. */
export type Returned =
  | { readonly _tag: "UNKNOWN" }
  | { readonly _tag: "RETURNED"; readonly status: ConsentStatus; readonly locale: string }

type CreateError = UnknownCompany | InvalidParameters | ProductNotSupported | UserErased | ConsentNotFound | KeyReused

export class Consents extends Context.Service<
  Consents,
  {
    /** Creates a consent, which survives a crash. */
    readonly create: (caller: UserCaller, request: CreateConsent) => Effect.Effect<Consent, CreateError>
    readonly read: (caller: Caller, consentId: string) => Effect.Effect<Consent, ConsentNotFound>
    readonly status: (caller: Caller, consentId: string) => Effect.Effect<CurrentConsentStatus, ConsentNotFound>
    readonly list: (caller: UserCaller, request: ConsentListRequest) => Effect.Effect<Page<Consent>, InvalidCursor>
    /** Lists the consents of one of the caller's users. */
    readonly listOfUser: (
      caller: Caller,
      userId: string,
      request: ConsentListRequest
    ) => Effect.Effect<Page<Consent>, InvalidCursor | UserNotFound>
    /** Ends a consent now, and at the bank as soon as Sheaf can reach the bank. Has no effect on an ended consent. */
    readonly revoke: (caller: Caller, consentId: string) => Effect.Effect<CurrentConsentStatus, ConsentNotFound>
    /** Expires the current timeout now. For the sandbox only. */
    readonly expire: (
      caller: Caller,
      consentId: string
    ) => Effect.Effect<CurrentConsentStatus, ConsentNotFound | ConsentNotExpirable | KeyReused>
    /** Handles a person's return from a bank. Reads the status from the bank, and ignores all other parameters. */
    readonly returned: (returnState: string) => Effect.Effect<Returned>
  }
>()("@sheaf/ports/Consents") {}
