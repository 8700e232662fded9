/** Driving port: consents to read accounts, from their creation to their end (spec 2.4, 3.4, 4; decisions 9). */
import type { Consent } from "@sheaf/domain/Consent"
import { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import type { CreateConsent } from "@sheaf/domain/CreateConsent"
import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { ListRequest, Page } from "../ListQuery.ts"
import type { Caller, UserCaller } from "../users/Caller.ts"
import type {
  InvalidCursor,
  InvalidParameters,
  ProductNotSupported,
  UnknownCompany
} from "../collections/Collections.ts"
import type { UserErased, UserNotFound } from "../users/Users.ts"

/** No such consent, another client's or another user's: which of these is not told. */
export class ConsentNotFound extends Schema.TaggedError<ConsentNotFound>()("ConsentNotFound", {}) {}

/** The consent waits for nothing that has a timeout. */
export class ConsentNotExpirable extends Schema.TaggedError<ConsentNotExpirable>()("ConsentNotExpirable", {
  status: ConsentStatus
}) {}

/** The status object with what its ETag is made of. */
export interface CurrentConsentStatus {
  readonly body: ConsentStatusObject
  readonly revision: number
  /** The second that an animated QR code shows, while one is shown. */
  readonly qrSecond?: number
}

export type ConsentListRequest = ListRequest<ConsentStatus>

/** What became of a person whom a bank sent back. */
export type Returned =
  | { readonly _tag: "UNKNOWN" }
  | { readonly _tag: "RETURNED"; readonly status: ConsentStatus; readonly locale: string }

export class Consents extends Context.Service<
  Consents,
  {
    /** Accepts a consent. Once this returns, it goes on whatever happens to the process. */
    readonly create: (
      caller: UserCaller,
      request: CreateConsent
    ) => Effect.Effect<Consent, UnknownCompany | InvalidParameters | ProductNotSupported | UserErased>
    readonly read: (caller: Caller, consentId: string) => Effect.Effect<Consent, ConsentNotFound>
    readonly status: (caller: Caller, consentId: string) => Effect.Effect<CurrentConsentStatus, ConsentNotFound>
    readonly list: (caller: UserCaller, request: ConsentListRequest) => Effect.Effect<Page<Consent>, InvalidCursor>
    /** The same for a client that asks about one of its users. */
    readonly listOfUser: (
      caller: Caller,
      userId: string,
      request: ConsentListRequest
    ) => Effect.Effect<Page<Consent>, InvalidCursor | UserNotFound>
    /** Ends a consent, here at once and at the bank as soon as it can be reached; one that has ended stays as it is. */
    readonly revoke: (caller: Caller, consentId: string) => Effect.Effect<CurrentConsentStatus, ConsentNotFound>
    /** Makes the time run out that the consent waits for. For the sandbox only. */
    readonly expire: (
      caller: Caller,
      consentId: string
    ) => Effect.Effect<CurrentConsentStatus, ConsentNotFound | ConsentNotExpirable>
    /** A bank has sent somebody back with this text: the consent's status is read at the bank, whatever else came with it. */
    readonly returned: (returnState: string) => Effect.Effect<Returned>
  }
>()("@sheaf/ports/Consents") {}
