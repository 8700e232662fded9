/** Errors that requests for collections, consents and Connect sessions have in common (spec 2.1, 13). */
import { CompanyId } from "@sheaf/domain/Company"
import { Product } from "@sheaf/domain/Product"
import { Violation } from "@sheaf/domain/Violation"
import { Schema } from "effect"

/** `nearest` is the id of a known company that is spelled similarly to the requested one. */
export class UnknownCompany extends Schema.TaggedError<UnknownCompany>()("UnknownCompany", {
  nearest: Schema.optionalKey(CompanyId)
}) {}
/** The parameters of a request contradict each other, or do not fit the login method. */
export class InvalidParameters extends Schema.TaggedError<InvalidParameters>()("InvalidParameters", {
  violations: Schema.Array(Violation)
}) {}
export class ProductNotSupported extends Schema.TaggedError<ProductNotSupported>()("ProductNotSupported", {
  product: Product
}) {}
/** Consents at this company cannot be stored, so each collection of its accounts needs a new consent. */
export class StoredConsentNotSupported extends Schema.TaggedError<StoredConsentNotSupported>()(
  "StoredConsentNotSupported",
  {}
) {}
/**
 * The client is at a limit (spec 8, 13, 18): the STARTS of one login, the open ORDERS of one person, the client's
 * running COLLECTIONS, all starts in one CONNECT_SESSION, or the client's MONITOR_RUNS per day. Other clients do not
 * affect these limits.
 */
export class TooManyAttempts extends Schema.TaggedError<TooManyAttempts>()("TooManyAttempts", {
  limit: Schema.Literals(["STARTS", "ORDERS", "COLLECTIONS", "CONNECT_SESSION", "MONITOR_RUNS"]),
  retryAfterSeconds: Schema.Int
}) {}
/** The cursor belongs to another list, or Sheaf did not issue it. */
export class InvalidCursor extends Schema.TaggedError<InvalidCursor>()("InvalidCursor", {}) {}
export class ConnectSessionUnconfirmed extends Schema.TaggedError<ConnectSessionUnconfirmed>()(
  "ConnectSessionUnconfirmed",
  {}
) {}
/** A session with a user can only be confirmed with that user's token. */
export class ConnectUserTokenRequired extends Schema.TaggedError<ConnectUserTokenRequired>()(
  "ConnectUserTokenRequired",
  {}
) {}
