/** The modules that the build computes. */
declare module "virtual:statuses" {
  interface Excerpt {
    readonly class: string
    readonly advice?: string
  }
  /** The head version's statuses of collections. */
  export const collections: Readonly<Record<string, Excerpt>>
  export const consents: Readonly<Record<string, Excerpt>>
}
