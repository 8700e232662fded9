/**
 * The frame of the Connect page: the operator's logo (or Sheaf's mark and the operator's name), the current screen, and
 * the links below it.
 */
import type { ComponentChildren } from "preact"
import { isLanguage, language, languages, t, setLanguage } from "../texts/Texts.ts"
import { Pair } from "./Pair.tsx"
import type { PairProps } from "./Pair.tsx"
import { SheafMark } from "./SheafMark.tsx"
import "./Frame.css"

/** The operator's settings for the page (`connect` in the configuration). */
export interface Brand {
  readonly name: string
  /** The URL of the logo, which replaces the name. */
  readonly logo?: string
  readonly supportUrl?: string
  readonly privacyUrl?: string
  readonly testEnvironment?: boolean
}

export interface FrameProps {
  readonly brand: Brand
  readonly children: ComponentChildren
  /** The client that asks for data, and the company. Absent if the session cannot be opened. */
  readonly pair?: Pick<PairProps, "client" | "company"> | undefined
  /**
   * True on the first screen, which introduces the client and the company in full. Later screens show them in the row
   * above the card.
   */
  readonly isWelcome?: boolean
  /** True if the screen itself leads to the help page. */
  readonly hasHelp?: boolean
  /** Opens the permission page. Absent on screens that have no link to it. */
  readonly onManage?: (() => void) | undefined
}

const LanguageChoice = () => (
  <label>
    <span class="visually-hidden">{t("language")}</span>
    <select
      value={language.value}
      onChange={({ currentTarget: { value } }) => {
        if (isLanguage(value)) void setLanguage(value)
      }}
    >
      {Object.entries(languages).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  </label>
)

export const Frame = ({ brand, children, hasHelp = false, isWelcome = false, onManage, pair }: FrameProps) => (
  <div class="frame">
    <header class="frame__head">
      <div class="frame__brand">
        {brand.logo === undefined ? (
          <>
            <SheafMark />
            <span class="frame__name">{brand.name}</span>
          </>
        ) : (
          <img src={brand.logo} alt={brand.name} />
        )}
      </div>
      {pair !== undefined && !isWelcome && <Pair {...pair} isSmall />}
    </header>
    <main class="frame__card">
      {pair !== undefined && isWelcome && <Pair {...pair} />}
      {children}
    </main>
    <footer class="frame__foot">
      {brand.testEnvironment === true && <p class="frame__notice">{t("testEnvironment")}</p>}
      <LanguageChoice />
      {onManage !== undefined && (
        <button type="button" onClick={onManage}>
          {t("manage")}
        </button>
      )}
      {brand.supportUrl !== undefined && !hasHelp && (
        <a href={brand.supportUrl} target="_blank" rel="noreferrer">
          {t("help")}
        </a>
      )}
      {brand.privacyUrl !== undefined && (
        <a href={brand.privacyUrl} target="_blank" rel="noreferrer">
          {t("privacy")}
        </a>
      )}
    </footer>
  </div>
)
