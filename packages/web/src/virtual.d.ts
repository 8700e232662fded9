/** Types of the virtual modules that the build generates. */
declare module "virtual:logins" {
  interface Declared {
    /** The scheme, or one of the families that are not schemes: `page`, `client-side` and `security-token`. */
    readonly family: string
    readonly parameter?: string
  }
  export const methods: Readonly<Record<string, Declared>>
}

declare module "virtual:statuses" {
  interface Excerpt {
    readonly class: string
    readonly advice?: string
  }
  export const collections: Readonly<Record<string, Excerpt>>
  export const consents: Readonly<Record<string, Excerpt>>

  /** What a status means, and what a client should do about it, in sentences for developers and operators. */
  interface StatusTexts {
    readonly meaning: string
    readonly clientAction: string
  }
  export const collectionTexts: Readonly<Record<string, StatusTexts>>
  export const consentTexts: Readonly<Record<string, StatusTexts>>
  /** Why a collection or a consent failed, by the reason's code. */
  export const reasonTexts: Readonly<Record<string, string>>
}
