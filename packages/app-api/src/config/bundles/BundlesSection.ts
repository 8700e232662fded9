/** The `bundles` section of the configuration file: the publishers whose bundles of data the operator installs. */
import { BundleSignature } from "@sheaf/adapters-security"
import { Schema } from "effect"
import type { BundleSettings } from "./Installation.ts"
import { BundleName } from "./Manifest.ts"
import * as Setting from "../values/Setting.ts"

const publicKey = Schema.String.check(
  Schema.makeFilter(BundleSignature.isPublicKey, {
    message: "expected the public key that sheaf bundle key prints, which begins with MCowBQYDK2VwAyEA"
  })
)

export const BundlesSection = Schema.Struct({
  folder: Setting.path(
    "Folder of installed bundles, `bundles` by default, relative to this file's folder. Let only the user " +
      "who runs `sheaf bundle install` write to it."
  ),
  keys: Setting.of(
    Schema.optionalKey(Schema.Record(BundleName, publicKey)),
    "The publisher's public key for each bundle, by the bundle's name. A bundle without a key is rejected."
  )
}).annotate({ description: "Signed [bundles](bundles.md) of data." })
export type BundlesSection = typeof BundlesSection.Type

/** Paths are relative to the configuration file's folder. */
export const settingsOf = (
  { folder = "bundles", keys = {} }: BundlesSection = {},
  resolve: (path: string) => string
): BundleSettings => ({
  folder: resolve(folder),
  names: Object.keys(keys),
  pinned: (name) => (Object.hasOwn(keys, name) ? keys[name] : undefined)
})
