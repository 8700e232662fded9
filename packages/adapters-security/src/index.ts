/** Sealing, blind indexes, API keys, tokens, and animated QR codes. */
export * as AnimatedQrLive from "./AnimatedQrLive.ts"
export * as ApiKeysLive from "./ApiKeysLive.ts"
export * as ApiKeyText from "./ApiKeyText.ts"
export * as KeyRing from "./KeyRing.ts"
export * as PooledRandom from "./PooledRandom.ts"
export * as Sealing from "./sealing/Sealing.ts"
export * as SigningKeys from "./SigningKeys.ts"
export * as TokensLive from "./TokensLive.ts"
