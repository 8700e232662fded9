/** The `connect` section of the configuration file: the operator's branding of the Connect page. */
import type { ConnectBrand } from "@sheaf/adapters-http"
import { ConnectLocale } from "@sheaf/domain/ConnectSession"
import { Effect, Schema } from "effect"
import * as LogoFile from "../values/LogoFile.ts"
import * as Setting from "../values/Setting.ts"
import * as Contrast from "./Contrast.ts"

/** The minimum contrast of text (WCAG 2.2, level AA). */
const ratio = 4.5

/** The accent color must be readable on the darkest light background and on the lightest dark one. */
const backgrounds = { light: "#eef0f4", dark: "#26292f" }

const onAccent = { light: "#ffffff", dark: "#0d1730" }

const color = Schema.String.check(Schema.isPattern(/^#[0-9a-fA-F]{6}$/, { message: "a color such as #1f4fbf" }))

const readableOn = (background: string, words: string) =>
  color.check(
    Schema.makeFilter((accent) => {
      const found = Contrast.contrastRatio(accent, background)
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

/**
 * A URL that opens an app when the person presses a button: one with the app's own scheme, or an https URL that the app
 * handles.
 */
const appAddress = Schema.String.check(
  Schema.makeFilter((address) => {
    const scheme = parsed(address.replace("{token}", "token"))?.protocol ?? "javascript:"
    if (["javascript:", "data:", "http:", "blob:", "file:"].includes(scheme))
      return "expected an https address or an app's own scheme"
    return address.includes("{token}") || "expected {token} in the address"
  })
)

/** Allows several lines. Markup is shown as text. */
const plainText = (longest: number) =>
  Schema.String.check(
    Schema.isMaxLength(longest),
    Schema.isPattern(/^(?=[^]*\S)(?:[^\p{Cc}\p{Cs}]|\n)*$/u, {
      message: "expected visible text without control characters other than line breaks"
    })
  )

const max = { welcome: 300, privacy: 600 }

const ownTexts = Schema.Struct({
  welcome: Schema.optionalKey(plainText(max.welcome)),
  privacy: Schema.optionalKey(plainText(max.privacy))
})

const maxName = 80

export const ConnectSection = Schema.Struct({
  name: Setting.of(
    Schema.optionalKey(Schema.NonEmptyString.check(Schema.isMaxLength(maxName))),
    `The name at the top of each screen, at most ${maxName} characters.`,
    "Sheaf"
  ),
  logoFile: Setting.path(`An SVG or PNG file of at most ${LogoFile.maxKibibytes} KiB, which replaces the name.`),
  accentColor: Setting.of(
    Schema.optionalKey(readableOn(backgrounds.light, "light")),
    `Color of buttons and links. Its contrast with the backgrounds must be at least ${ratio}.`,
    "#1f4fbf"
  ),
  accentColorDark: Setting.of(
    Schema.optionalKey(readableOn(backgrounds.dark, "dark")),
    "The accent color in the dark theme; by default a lighter `accentColor`."
  ),
  supportUrl: Setting.of(Schema.optionalKey(link), "Support link below each screen: https or mailto."),
  privacyUrl: Setting.of(Schema.optionalKey(link), "Privacy link below each screen: https or mailto."),
  electronicIdApp: Setting.of(
    Schema.optionalKey(appAddress),
    "URL that opens the electronic ID app on the same device, with `{token}` for the autostart token. Default: the app of the " +
      "scheme `bankid` if it is configured. Otherwise people open the app themselves."
  ),
  texts: Setting.of(
    Schema.optionalKey(Schema.Record(ConnectLocale, Schema.optionalKey(ownTexts))),
    `Plain text of your own, by language (\`${ConnectLocale.literals.join("`, `")}\`) on the first screen: \`welcome\` below the heading (at most ` +
      `${max.welcome} characters), \`privacy\` below the list of information (at most ${max.privacy}). A ` +
      "language without a text shows the English one. The page's own texts remain."
  )
}).annotate({ description: "The appearance of the Connect page." })
export type ConnectSection = typeof ConnectSection.Type

const accentOf = ({ accentColor, accentColorDark }: ConnectSection): Pick<ConnectBrand, "accent"> =>
  accentColor === undefined
    ? {}
    : {
        accent: {
          light: accentColor,
          onLight: onAccent.light,
          dark: accentColorDark ?? Contrast.lighten(accentColor, backgrounds.dark, ratio),
          onDark: onAccent.dark
        }
      }

export const brandOf = Effect.fnUntraced(function* (section: ConnectSection = {}) {
  const { electronicIdApp, logoFile, name = "Sheaf", privacyUrl, supportUrl, texts: own } = section
  const logo = logoFile === undefined ? undefined : yield* LogoFile.read("SHEAF_CONFIG: connect.logoFile", logoFile)
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
