/**
 * Forms and tables are found by name, and a changed page is not mistaken for a wrong password or an account without
 * contracts.
 */
import { readForm, readTable } from "@sheaf/connector"
import { assert, describe, it } from "@effect/vitest"

const pageOf = (text: string) => ({ text, url: new URL("https://min.acme.example/login?next=1") })

const login = pageOf(`
  <form action="/search"><input name="q"></form>
  <form method="post" action='../session'>
    <input type=hidden name="csrf" value="a&amp;b"><input name="username"><INPUT NAME="password" type="password">
    <input type="checkbox" name="stay" checked><input type="radio" name="role" value="agent">
    <input type="submit" name="go" value="Log in"><input name="old" value="1" disabled>
    <select name="lang"><option value="en">English</option><option value="et" selected>Eesti</option></select>
  </form>`)

describe("a form", () => {
  it("is the one with the named fields, with the values that a browser would send", () => {
    const { action, fields } = readForm(login, "username", "password")
    assert.strictEqual(action.href, "https://min.acme.example/session")
    assert.deepStrictEqual(fields, { csrf: "a&b", username: "", password: "", stay: "on", lang: "et" })
    assert.strictEqual(readForm(pageOf("<form><input name=code>"), "code").action.href, pageOf("").url.href)
  })

  it("that lacks a field is a changed page, which Sheaf reports as a failure of the company", () => {
    const changed = (page: ReturnType<typeof pageOf>, names: string) => {
      const expected = { status: 502, message: `The company's page has changed: it has no form with ${names}` }
      try {
        readForm(page, "username", "password")
        assert.fail("the form is read")
      } catch (error) {
        assert.deepInclude(error, expected)
      }
    }
    changed(pageOf(login.text.replace('"username"', '"kasutaja"')), "username")
    changed(pageOf("<h1>Closed</h1>"), "username, password")
  })
})

describe("a table", () => {
  const table = `
    <table><tr><td>Menu</td></tr></table>
    <table><thead><tr><th>Policy</th><th colspan="2">Object</th><th><b>Valid</b>\n from:</th></tr></thead>
      <tr><td><a href="/p/1.pdf">AB-1</a></td><td>Škoda &amp; co</td><td>x</td><td> 2026-03-01\n</td></tr>
      <tr><td>AB-2</td><td><table><tr><td>Volvo</td></tr></table></td><td></td><td>2026-04-01</td></tr>
      <tr><td colspan="4">2 policies</td></tr>
    </table>`

  it("is read by the names of its columns", () => {
    assert.deepStrictEqual(readTable(pageOf(table), "Valid from", "Policy", "Object"), [
      {
        "Valid from": { text: "2026-03-01" },
        Policy: { text: "AB-1", link: new URL("https://min.acme.example/p/1.pdf") },
        Object: { text: "Škoda & co" }
      },
      { "Valid from": { text: "2026-04-01" }, Policy: { text: "AB-2" }, Object: { text: "" } }
    ])
  })

  it("that lacks a column is a changed page", () => {
    assert.throws(
      () => readTable(pageOf(table), "Policy", "Ends"),
      "The company's page has changed: it has no table with Ends"
    )
  })
})
