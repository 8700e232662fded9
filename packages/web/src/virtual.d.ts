/** The modules that the build computes. */
declare module "virtual:logins" {
  interface Declared {
    /** The scheme, or what sets the method apart from the others of its scheme. */
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
  /** The head version's statuses of collections. */
  export const collections: Readonly<Record<string, Excerpt>>
  export const consents: Readonly<Record<string, Excerpt>>
}
