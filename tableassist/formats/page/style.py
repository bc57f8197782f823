"""How a battle report looks: on a bright screen, on a dark one, and on paper."""

REPORT_STYLE = """
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
:root{--page:#fbfcfc;--card:#ffffff;--rim:#d4dde2;--soft:#56666f;--good:#006b4f;--bad:#b23a08;--doubt:#7a6800}
@media screen and (prefers-color-scheme:dark){:root{--page:#0e161c;--card:#15212a;--rim:#2b3c47;--soft:#a3b3bc;
--good:#4fd6ab;--bad:#ff9a66;--doubt:#f0e442}}
main{max-width:1080px;margin:0 auto;padding:24px 18px 60px}
h1{font-size:1.9rem;line-height:1.2;margin:.2em 0}
h2{font-size:1.3rem;margin:2em 0 .6em;border-bottom:2px solid var(--rim);padding-bottom:.2em}
h3{font-size:1.05rem;margin:0 0 .5em}
p{margin:.4em 0}
.soft,figcaption,.when{color:var(--soft)}
.when{font-size:.85rem;font-variant-numeric:tabular-nums}
.facts{display:flex;flex-wrap:wrap;gap:4px 26px;margin:.8em 0;padding:0;list-style:none}
.facts b{font-weight:600}
.fleets{display:grid;grid-template-columns:repeat(auto-fit,minmax(260px,1fr));gap:16px}
.card{background:var(--card);border:1px solid var(--rim);border-radius:8px;padding:14px 16px}
.turn{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1.1fr);gap:20px;margin:0 0 18px}
@media (max-width:760px){.turn{grid-template-columns:minmax(0,1fr)}}
ul.moves{list-style:none;margin:0;padding:0}
ul.moves>li{padding:.5em 0;border-top:1px solid var(--rim);overflow-wrap:anywhere}
ul.moves>li:first-child{border-top:0;padding-top:0}
ul.moves p{margin:.1em 0}
figure{margin:0}
section figure{margin-top:14px}
figcaption{font-size:.85rem;margin-top:.4em}
.plan{border:1px solid var(--rim);border-radius:6px}
img{display:block;max-width:100%;border:1px solid var(--rim);border-radius:6px}
.call{font-weight:600;white-space:nowrap}
.call.yes{color:var(--good)}.call.no{color:var(--bad)}.call.too_close{color:var(--doubt)}.call.not_seen{color:var(--soft)}
table{border-collapse:collapse;width:100%}
td,th{text-align:left;padding:3px 10px 3px 0;vertical-align:top;overflow-wrap:anywhere}
th{font-weight:600;color:var(--soft);font-size:.85rem}
pre{background:var(--card);border:1px solid var(--rim);border-radius:8px;padding:12px;overflow-x:auto;font-size:.8rem;
line-height:1.45;white-space:pre-wrap;overflow-wrap:anywhere}
.swatch{display:inline-block;width:26px;height:14px;vertical-align:-2px;margin-right:8px}
footer{margin-top:3em;color:var(--soft);font-size:.85rem}
@media print{:root{--page:#fff}body{font-size:11pt}main{max-width:none;padding:0}
.card,.turn,figure,img{break-inside:avoid}
h2,h3{break-after:avoid}.turn{grid-template-columns:1fr 1fr}pre{white-space:pre-wrap}}
""".strip()
