/** Starts the Connect page (spec 13). */
import { render } from "preact"
import { languageOf, setLanguage } from "../texts/Texts.ts"
import { App } from "./App.tsx"
import { ConnectFlow } from "./ConnectFlow.ts"
import { settings } from "./opening.ts"
import "../styles/tokens.css"
import "../styles/base.css"

/** How long the page stays empty, in milliseconds, before it says that the session is being opened. */
const patience = 200

const root = document.getElementById("app")
if (root !== null) {
  const flow = new ConnectFlow()
  const ready = Promise.all([flow.start(), setLanguage(languageOf(navigator.languages))])
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, patience))])
  render(<App flow={flow} settings={settings} />, root)
  await ready
  const locale = flow.session.peek()?.locale
  if (locale !== undefined) await setLanguage(locale)
}
