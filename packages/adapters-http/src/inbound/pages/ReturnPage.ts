/** The plain page that a person sees on return from a bank, in the consent's language (decisions 9). */
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import type { Returned } from "@sheaf/ports"
import type { HttpServerResponse } from "effect/http"
import * as Page from "./Page.ts"

/** The texts of a page. They are constants: nothing from the request is in the page. */
type Words = readonly [title: string, text: string]

interface Language {
  readonly authorised: Words
  /** The bank has not decided yet. */
  readonly pending: Words
  /** The consent has ended or was never given. */
  readonly ended: Words
  /** The address is unknown or was already used. */
  readonly unknown: Words
}

const english: Language = {
  authorised: ["Your consent is in force", "You can close this page and return to where you came from."],
  pending: ["Thank you", "The bank has not confirmed yet. You can close this page and return to where you came from."],
  ended: ["No consent was given", "You can close this page. To try again, return to where you came from."],
  unknown: [
    "This address has been used",
    "It works only once. You can close this page and return to where you came from."
  ]
}

const languages: Readonly<Record<string, Language>> = {
  en: english,
  sv: {
    authorised: ["Ditt samtycke gäller", "Du kan stänga sidan och gå tillbaka dit du kom ifrån."],
    pending: ["Tack", "Banken har inte bekräftat än. Du kan stänga sidan och gå tillbaka dit du kom ifrån."],
    ended: ["Inget samtycke gavs", "Du kan stänga sidan. Gå tillbaka dit du kom ifrån för att försöka igen."],
    unknown: [
      "Adressen är redan använd",
      "Den fungerar bara en gång. Du kan stänga sidan och gå tillbaka dit du kom ifrån."
    ]
  },
  et: {
    authorised: ["Sinu nõusolek kehtib", "Võid selle lehe sulgeda ja minna tagasi sinna, kust tulid."],
    pending: ["Aitäh", "Pank ei ole veel kinnitanud. Võid selle lehe sulgeda ja minna tagasi sinna, kust tulid."],
    ended: ["Nõusolekut ei antud", "Võid selle lehe sulgeda. Uuesti proovimiseks mine tagasi sinna, kust tulid."],
    unknown: ["See aadress on juba kasutatud", "See töötab ainult üks kord. Võid selle lehe sulgeda."]
  },
  lt: {
    authorised: ["Jūsų sutikimas galioja", "Galite uždaryti šį puslapį ir grįžti ten, iš kur atėjote."],
    pending: ["Ačiū", "Bankas dar nepatvirtino. Galite uždaryti šį puslapį ir grįžti ten, iš kur atėjote."],
    ended: [
      "Sutikimas nebuvo duotas",
      "Galite uždaryti šį puslapį. Norėdami bandyti dar kartą, grįžkite ten, iš kur atėjote."
    ],
    unknown: ["Šis adresas jau panaudotas", "Jis veikia tik vieną kartą. Galite uždaryti šį puslapį."]
  },
  lv: {
    authorised: ["Jūsu piekrišana ir spēkā", "Varat aizvērt šo lapu un atgriezties tur, no kurienes nācāt."],
    pending: ["Paldies", "Banka vēl nav apstiprinājusi. Varat aizvērt šo lapu un atgriezties tur, no kurienes nācāt."],
    ended: [
      "Piekrišana netika dota",
      "Varat aizvērt šo lapu. Lai mēģinātu vēlreiz, atgriezieties tur, no kurienes nācāt."
    ],
    unknown: ["Šī adrese jau ir izmantota", "Tā darbojas tikai vienu reizi. Varat aizvērt šo lapu."]
  },
  fr: {
    authorised: ["Votre consentement est en vigueur", "Vous pouvez fermer cette page et revenir là d’où vous venez."],
    pending: [
      "Merci",
      "La banque n’a pas encore confirmé. Vous pouvez fermer cette page et revenir là d’où vous venez."
    ],
    ended: [
      "Aucun consentement n’a été donné",
      "Vous pouvez fermer cette page. Pour réessayer, revenez là d’où vous venez."
    ],
    unknown: ["Cette adresse a déjà servi", "Elle ne fonctionne qu’une fois. Vous pouvez fermer cette page."]
  }
}

const style =
  "body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto 0;padding:0 1rem;color:#1b1b1f;background:#fff}" +
  "h1{font-size:1.5rem;line-height:1.25}" +
  "@media(prefers-color-scheme:dark){body{color:#e6e6ea;background:#17171a}}"

/** Keeps the page's address out of caches and out of `Referer`. */
const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer" }

const kindOf = (status: ConsentStatus.ConsentStatus): keyof Language => {
  if (ConsentStatus.isUsable(status)) return "authorised"
  return ConsentStatus.isFinal(status) ? "ended" : "pending"
}

const page = (language: string, kind: keyof Language, status: number) => {
  const [title, text] = (languages[language] ?? english)[kind]
  const body = `<main>\n<h1>${title}</h1>\n<p>${text}</p>\n</main>`
  const policy = "form-action 'none'; frame-ancestors 'none'"
  return Page.response({ language, title, style, body }, status, policy, headers)
}

/** Returns the first listed language that the page has texts in. Tags begin with the language (RFC 5646 §2.1). */
const languageOf = (tags: string): string =>
  tags
    .split(",")
    .map((tag) => tag.trim().slice(0, 2).toLowerCase())
    .find((language) => Object.hasOwn(languages, language)) ?? "en"

/** The page for a person who returns. For an unknown address, `acceptLanguage` (the header) decides the language. */
export const of = (returned: Returned, acceptLanguage = ""): HttpServerResponse.HttpServerResponse =>
  returned._tag === "UNKNOWN"
    ? page(languageOf(acceptLanguage), "unknown", 404)
    : page(languageOf(returned.locale), kindOf(returned.status), 200)

/** The response to HEAD, which does not count as a return. */
export const preview: HttpServerResponse.HttpServerResponse = page("en", "pending", 200)
