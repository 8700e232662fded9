/**
 * A small site that stands in for the company until COMPANY_URL names the real one. Log in as mari with the password
 * kuldnokk and the code 246810.
 */
import { createServer } from "node:http"
import { text } from "node:stream/consumers"

const policies = [{ policyNumber: "AB-40817", registration: "482 KPT", startDate: "2026-03-01", brand: "Skoda" }]

const loginForm =
  '<form method="post"><input type="hidden" name="csrf" value="d41d8cd9"><input name="username"><input name="password"></form>'

const pages: Record<string, (form: URLSearchParams) => [status: number, type: string, body: string, cookie?: string]> = {
  "GET /login": () => [200, "text/html", loginForm],
  "POST /login": (form) =>
    form.get("username") === "mari" && form.get("password") === "kuldnokk" && form.get("csrf") === "d41d8cd9"
      ? [200, "text/html", "<p>We have sent a code to your phone.</p>", "login=Zm9sbG93ZXI"]
      : [403, "text/html", "<p>Wrong user or password.</p>"],
  "POST /code": (form) =>
    form.get("code") === "246810"
      ? [200, "text/html", "<p>Welcome, Mari Maasikas</p>", "session=bWFyaS1tYWFzaWthcw"]
      : [403, "text/html", "<p>Wrong code.</p>"],
  "GET /api/policies": () => [200, "application/json", JSON.stringify({ holder: "Mari Maasikas", policies })],
  "GET /policies/AB-40817/terms": () => [200, "text/plain", "Policy AB-40817\nHolder Mari Maasikas\n"]
}

/** Starts the site on a free port and returns its URL. Everything behind the login needs the session's cookie. */
export const startSite = async (): Promise<string> => {
  const server = createServer(async (request, response) => {
    const isOpen = /^\/(?:login|code)$/.test(request.url ?? "") || request.headers.cookie?.includes("session=")
    const page = isOpen ? pages[`${request.method} ${request.url}`] : undefined
    const [status, type, body, cookie] = page?.(new URLSearchParams(await text(request))) ?? [404, "text/plain", "Unknown"]
    response.writeHead(status, { "content-type": type, ...(cookie && { "set-cookie": `${cookie}; Path=/; HttpOnly` }) })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  server.unref()
  const address = server.address()
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
}
