/** The operator's settings, which the service writes into the page. */
import type { Brand } from "../components/Frame.tsx"
import type { Embedding } from "./Embedding.ts"
import type { OperatorTexts } from "../texts/OperatorTexts.ts"

export interface ConnectPageSettings extends Brand {
  /** URL of the electronic ID app; `{token}` is replaced with the autostart token. */
  readonly electronicIdApp?: string
  readonly texts?: OperatorTexts
  readonly embedding?: Embedding
}

const isSettings = (value: unknown): value is ConnectPageSettings =>
  typeof value === "object" && value !== null && "name" in value && typeof value.name === "string"

export const readSettings = (): ConnectPageSettings => {
  const settings: unknown = JSON.parse(document.getElementById("settings")?.textContent ?? "{}")
  return isSettings(settings) ? settings : { name: "" }
}
