/** Starts the Connect page (spec 13). */
import { render } from "preact"
import { languageOf, setLanguage } from "../texts/Texts.ts"
import { App } from "./App.tsx"
import { ConnectFlow } from "./ConnectFlow.ts"
import * as PageRoutes from "./PageRoutes.ts"
import * as Settings from "./Settings.ts"
import "../styles/tokens.css"
import "../styles/base.css"

const root = document.getElementById("app")
if (root !== null) {
  // The page is one folder below the service's public URL. That URL can have a path, so the page uses `..` and not `/`.
  const settings = Settings.readSettings()
  const flow = new ConnectFlow(new URL("..", location.href).href, settings.embedding)
  const opened = Promise.all([
    flow.start(PageRoutes.parseOpeningUrl(location)),
    setLanguage(languageOf(navigator.languages))
  ])
  render(<App flow={flow} settings={settings} />, root)
  await opened
  const locale = flow.session.peek()?.locale
  if (locale !== undefined) await setLanguage(locale)
}
