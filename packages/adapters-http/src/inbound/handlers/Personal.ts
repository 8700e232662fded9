/** Answers that hold personal data: nobody keeps them (RFC 9111 §5.2.2.5). */
import { HttpApiSchema } from "effect/http-api"

export const notKept = { "cache-control": "no-store" } as const
export type NotKept = typeof notKept

/** A body that nobody keeps. */
export const personal = <A>(body: A) => HttpApiSchema.withHeaders({ body, headers: notKept })
