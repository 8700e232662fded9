/**
 * The script of Scalar, which renders the documentation page. `effect` provides it only inside a page, so it is
 * extracted from the page of an empty contract. Import this module only when it is needed: the bundle contains its
 * result.
 */
import { HttpRouter } from "effect/http"
import { HttpApi, HttpApiScalar } from "effect/http-api"
import { hash } from "node:crypto"

const page = HttpRouter.toWebHandler(HttpApiScalar.layer(HttpApi.make("empty")), { disableLogger: true })
const html = await (await page.handler(new Request("http://localhost/docs"))).text()
await page.dispose()

export const script: string = html.slice(html.indexOf("<script>") + "<script>".length, html.indexOf("</script>"))

/** The script's file name, which changes with the content, so that browsers may cache the script for a year. */
export const scriptName: string = `scalar-${hash("sha256", script).slice(0, 16)}.js`
