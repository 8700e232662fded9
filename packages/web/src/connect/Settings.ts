/** The operator's settings, which the service writes into the page. */
import type { Brand } from "../components/Frame.tsx"
import type { Embedding } from "./Embedding.ts"
import type { OperatorTexts } from "../texts/OperatorTexts.ts"

export interface ConnectPageSettings extends Brand {
  /** The address of the electronic ID app. `{token}` stands for the autostart token. */
  readonly electronicIdApp?: string
  readonly texts?: OperatorTexts
  /** The page that embeds this one, from a registered origin. */
  readonly embedding?: Embedding
}

const isSettings = (value: unknown): value is ConnectPageSettings =>
  typeof value === "object" && value !== null && "name" in value && typeof value.name === "string"

/** Reads the settings from the page. */
export const readSettings = (): ConnectPageSettings => {
  const settings: unknown = JSON.parse(document.getElementById("settings")?.textContent ?? "{}")
  return isSettings(settings) ? settings : { name: "" }
}
