/** The `connect` section of the configuration file: the operator's name, colors, logo, links and texts on the Connect page. */
import type { ConnectBrand } from "@sheaf/adapters-http"
import { ConnectLocale } from "@sheaf/domain/ConnectSession"
import { Effect, FileSystem, Path, Schema } from "effect"
import type { PlatformError } from "effect/PlatformError"
import { refuse } from "../../OperatorError.ts"
import texts from "../texts.json" with { type: "json" }
import * as Contrast from "./Contrast.ts"

/** The lowest contrast of text (WCAG 2.2, level AA). */
const ratio = 4.5

/** The page's backgrounds on which the accent color is text: the darkest light one, and the lightest dark one. */
const backgrounds = { light: "#eef0f4", dark: "#26292f" }

/** The text on buttons in the accent color. */
const onAccent = { light: "#ffffff", dark: "#0d1730" }

const color = Schema.String.check(Schema.isPattern(/^#[0-9a-fA-F]{6}$/, { message: "a color such as #1f4fbf" }))

const readableOn = (background: string, words: string) =>
  color.check(
    Schema.makeFilter((accent) => {
      const found = Contrast.between(accent, background)
      return (
        found >= ratio || `its contrast with ${words} backgrounds is ${found.toFixed(1)}; at least ${ratio} is required`
      )
    })
  )

const parsed = (address: string): URL | undefined => (URL.canParse(address) ? new URL(address) : undefined)

const link = Schema.String.check(
  Schema.makeFilter(
    (address) =>
      ["https:", "mailto:"].includes(parsed(address)?.protocol ?? "") || "expected an https or mailto address"
  )
)

/** An app's own scheme, or an https address that the app handles. The page opens the address when a person presses a button. */
const appAddress = Schema.String.check(
  Schema.makeFilter((address) => {
    const scheme = parsed(address.replace("{token}", "token"))?.protocol ?? "javascript:"
    if (["javascript:", "data:", "http:", "blob:", "file:"].includes(scheme))
      return "expected an https address or an app's own scheme"
    return address.includes("{token}") || "expected {token} in the address"
  })
)

/** Plain text on one or several lines. The page shows markup in it as text. */
const plainText = (longest: number) =>
  Schema.String.check(
    Schema.isMaxLength(longest),
    Schema.isPattern(/^(?=[^]*\S)(?:[^\p{Cc}\p{Cs}]|\n)*$/u, {
      message: "expected visible text without control characters other than line breaks"
    })
  )

/** The operator's own texts in one language. They add to the page's texts and replace none of them. */
const ownTexts = Schema.Struct({
  welcome: Schema.optionalKey(plainText(300)),
  privacy: Schema.optionalKey(plainText(600))
})

export const ConnectSection = Schema.Struct({
  name: Schema.optionalKey(Schema.NonEmptyString.check(Schema.isMaxLength(80))),
  accentColor: Schema.optionalKey(readableOn(backgrounds.light, "light")),
  accentColorDark: Schema.optionalKey(readableOn(backgrounds.dark, "dark")),
  logoFile: Schema.optionalKey(Schema.NonEmptyString),
  supportUrl: Schema.optionalKey(link),
  privacyUrl: Schema.optionalKey(link),
  electronicIdApp: Schema.optionalKey(appAddress),
  texts: Schema.optionalKey(Schema.Record(ConnectLocale, Schema.optionalKey(ownTexts)))
}).annotate({ description: texts.connect })
export type ConnectSection = typeof ConnectSection.Type

/** The largest logo, in bytes, because every visitor loads it. */
const maximumLogoBytes = 64 * 1024

const logoTypes: Readonly<Record<string, string>> = { ".svg": "image/svg+xml", ".png": "image/png" }

const readLogo = Effect.fnUntraced(function* (file: string) {
  const name = "connect.logoFile"
  const path = yield* Path.Path
  const contentType = logoTypes[path.extname(file).toLowerCase()]
  if (contentType === undefined) return yield* refuse(`${name}: expected an SVG or PNG file`)
  const fileSystem = yield* FileSystem.FileSystem
  const content = yield* fileSystem
    .readFile(file)
    .pipe(
      Effect.catch((error: PlatformError) => refuse(`${name}: cannot read ${path.resolve(file)}: ${error.reason._tag}`))
    )
  if (content.byteLength > maximumLogoBytes) return yield* refuse(`${name}: the file is larger than 64 KiB`)
  return { contentType, content }
})

const accentOf = ({ accentColor, accentColorDark }: ConnectSection): Pick<ConnectBrand, "accent"> =>
  accentColor === undefined
    ? {}
    : {
        accent: {
          light: accentColor,
          onLight: onAccent.light,
          dark: accentColorDark ?? Contrast.lightenedFor(accentColor, backgrounds.dark, ratio),
          onDark: onAccent.dark
        }
      }

/** Returns the brand of a section, with its logo. */
export const brandOf = Effect.fnUntraced(function* (section: ConnectSection = {}) {
  const { electronicIdApp, logoFile, name = "Sheaf", privacyUrl, supportUrl, texts: own } = section
  const logo = logoFile === undefined ? undefined : yield* readLogo(logoFile)
  const brand: ConnectBrand = {
    name,
    ...accentOf(section),
    ...(logo && { logo }),
    ...(supportUrl !== undefined && { supportUrl }),
    ...(privacyUrl !== undefined && { privacyUrl }),
    ...(electronicIdApp !== undefined && { electronicIdApp }),
    ...(own && { texts: own })
  }
  return brand
})
