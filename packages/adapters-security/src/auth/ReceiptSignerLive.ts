/** Issues receipts as JWTs with exactly the claims in spec 18. The keys for receipts sign nothing else. */
import { receiptAudience, ReceiptClaims, receiptType } from "@sheaf/domain/Receipt"
import { PublicUrl, ReceiptSigner } from "@sheaf/ports"
import { Clock, Effect, Layer, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SignJWT } from "jose"
import * as SigningKeys from "./SigningKeys.ts"

const encode = Schema.encodeUnknownEffect(ReceiptClaims, { onExcessProperty: "error" })

export const layer = Layer.effect(
  ReceiptSigner,
  Effect.gen(function* () {
    const address = yield* PublicUrl
    const random = yield* SecureRandom.SecureRandom
    const keys = yield* SigningKeys.make("RECEIPT")

    return ReceiptSigner.of({
      sign: Effect.fnUntraced(function* (content) {
        const key = yield* keys.current
        const iat = Math.floor((yield* Clock.currentTimeMillis) / 1000)
        const exp = iat + SigningKeys.receiptLifetimeSeconds
        const registered = { iss: yield* address.base, aud: receiptAudience, jti: yield* random.uuidV7(), iat, exp }
        const claims = yield* Effect.orDie(encode({ ...registered, ...content }))
        const header = { alg: SigningKeys.algorithm, typ: receiptType, kid: key.keyId }
        return yield* Effect.promise(() => new SignJWT(claims).setProtectedHeader(header).sign(key.sign))
      }),
      publicKeys: Effect.map(keys.all, (all) => all.map(({ published }) => published))
    })
  })
)
