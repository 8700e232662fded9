/**
 * The look of the sandbox's pages. They use the typeface, type scale, spacing and backgrounds of Sheaf's own pages. A
 * striped band at the top and a bank's own color and logo make clear that a simulated bank or app is neither a part of
 * Sheaf nor real.
 */
export const style = `
:root{color-scheme:light dark;--ink:light-dark(#151922,#eceef3);--soft:light-dark(#535a68,#b0b6c3);--paper:light-dark(#fff,#191c23);--ground:light-dark(#f1f4f3,#0f1413);--line:light-dark(#dfe3ea,#31363f);--strong:light-dark(#7a8190,#8a91a0);--hover:light-dark(#eef1f6,#242831);--focus:light-dark(#0b57d0,#ffd166);--note:light-dark(#fff3cf,#33290a);--stripe:light-dark(#ffe7a3,#453710);--noted:light-dark(#4d3800,#ffe2a0)}
.bank{--accent:light-dark(#0b6259,#7fd6c9);--on:light-dark(#fff,#06211e)}
.app{--accent:light-dark(#6a2f86,#dcb0f0);--on:light-dark(#fff,#2a0f38);--ground:light-dark(#f5f1f7,#141017)}
*{box-sizing:border-box}
body{margin:0;font:1rem/1.55 Figtree,system-ui,sans-serif;color:var(--ink);background:var(--ground);overflow-wrap:anywhere;-webkit-font-smoothing:antialiased}
header{padding:8px 16px;text-align:center;font-size:.875rem;font-weight:600;color:var(--noted);background:repeating-linear-gradient(135deg,var(--note) 0 14px,var(--stripe) 14px 28px)}
header span{padding:2px 8px;border-radius:4px;background:var(--note);box-decoration-break:clone;-webkit-box-decoration-break:clone}
main{max-width:30rem;margin:16px;padding:24px 20px;border-radius:16px;background:var(--paper);box-shadow:0 1px 2px rgb(16 24 40/6%),0 4px 24px rgb(16 24 40/6%)}
footer{max-width:30rem;margin:0 16px;padding:0 20px 24px;font-size:.875rem}
@media(max-width:33rem){.account{flex-direction:column}}
@media(min-width:33rem){main,footer{margin-inline:auto}main{margin-block:32px 16px;padding:32px}footer{padding:0 32px 32px}}
.brand{display:flex;align-items:center;gap:12px;margin:0 0 20px;padding-bottom:16px;border-bottom:1px solid var(--line);font-weight:600}
.brand svg{flex:none;width:40px;height:40px;border-radius:10px}
.brand .mark{padding:8px;color:var(--on);background:var(--accent)}
.ending{display:block;width:44px;height:44px;margin:0 0 12px;padding:8px;border-radius:50%;color:var(--soft);background:var(--hover)}
.ending.done{color:light-dark(#1b6e3c,#8fd6a6);background:light-dark(#e8f5ec,#12301d)}
h1{margin:0 0 8px;font-size:clamp(1.375rem,1.2rem + .9vw,1.625rem);line-height:1.2;font-weight:650;letter-spacing:-.015em;text-wrap:balance}
details{margin:20px 0 0;border-top:1px solid var(--line)}
summary{display:flex;align-items:center;justify-content:space-between;min-height:44px;padding-top:12px;font-size:.875rem;font-weight:600;color:var(--soft);cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::after{content:"";width:8px;height:8px;margin:-4px 4px 0;border:solid;border-width:0 2px 2px 0;transform:rotate(45deg)}
[open]>summary{margin-bottom:8px}
[open]>summary::after{margin-top:4px;transform:rotate(225deg)}
p{margin:0 0 16px;color:var(--soft)}
[role=alert]{margin-top:16px;padding:12px 16px;border-radius:8px;color:light-dark(#b3261e,#ffb4ab);background:light-dark(#fdeceb,#3b1513);font-weight:600}
dl{margin:20px 0 24px}
dt{margin-top:16px;color:var(--soft);font-size:.875rem}
dd{margin:2px 0 0}
.account{display:flex;flex:1;flex-wrap:wrap;justify-content:space-between;gap:0 16px;padding:8px 0}
.account span+span{color:var(--soft);font-size:.875rem;line-height:1.75;font-variant-numeric:tabular-nums}
dd:has(.account)+dd{margin:0;border-top:1px solid var(--line)}
dd small{display:block;color:var(--soft);font-size:.875rem}
form{margin:0 0 12px}
.asks{color:var(--ink);font-size:1.0625rem}
.foot{display:grid;grid-template-columns:1fr 1fr;gap:12px}
.foot form{display:grid;margin:0}
fieldset{min-width:0;margin:0 0 12px;padding:0;border:0}
legend{padding:0;font-size:.875rem;color:var(--soft)}
label{display:flex;gap:12px;align-items:center;min-height:44px;padding:4px 0}
input{flex:none;width:22px;height:22px;margin:0;accent-color:var(--accent)}
label:has([type=text]){display:block;font-weight:600}
input[type=text]{display:block;width:100%;height:48px;margin:4px 0 8px;padding:8px 12px;font:inherit;font-weight:400;color:var(--ink);background:var(--paper);border:1px solid var(--strong);border-radius:8px}
button{font:inherit;font-weight:600;line-height:1.25;width:100%;min-height:44px;padding:8px 20px;border:1px solid var(--strong);border-radius:8px;color:var(--ink);background:var(--paper);cursor:pointer}
button:hover{background:var(--hover)}
button.first{border-color:transparent;color:var(--on);background:var(--accent)}
button.first:hover{filter:brightness(.95)}
details button{font-size:.875rem;font-weight:500;border-color:var(--line)}
details form:last-child,main>:last-child{margin-bottom:0}
a{display:inline-block;min-height:44px;padding:10px 0;color:var(--accent);text-underline-offset:.15em}
button:focus-visible,a:focus-visible,input:focus-visible,summary:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
`.replaceAll("\n", "")

/** `color` (`#rrggbb`) must be dark enough for white text. */
export const colorStyleOf = (color: string): string =>
  `.bank{--accent:light-dark(${color},oklch(from ${color} .8 c h));--on:light-dark(#fff,#10141c)}`

/** SVG paths on a 24 × 24 grid: the columns of a bank, and a phone with a check mark. */
const drawings = {
  bank: "M4 9.500 12 4.500l8 5zM6.500 12.500V17M10.200 12.500V17M13.800 12.500V17M17.500 12.500V17M4.500 20h15",
  app: "M7.500 2.500h9a1 1 0 0 1 1 1v17a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-17a1 1 0 0 1 1-1zM11 18.500h2M9.500 11l2 2 3.500-4"
} as const

/** A check mark, and an exclamation mark in a circle. */
const endings = {
  done: "m6.500 12.500 3.500 3.500 7.500-8",
  failed: "M12 8v5M12 16.300h0M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0"
} as const

export type PageKind = keyof typeof drawings
export type PageEnding = keyof typeof endings

const svgOf = (classes: string, size: number, path: string): string =>
  `<svg class="${classes}" viewBox="0 0 24 24" width="${size}" height="${size}" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`

export const markOf = (kind: PageKind): string => svgOf("mark", 40, drawings[kind])

export const endingMarkOf = (ending: PageEnding): string => svgOf(`ending ${ending}`, 44, endings[ending])
