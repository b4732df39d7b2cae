# SPDX-License-Identifier: MIT
"""html_report.py <write_report_page> <folder>: the report in Chromium. Exit status 77 where there is none.

With PTO_CTS_SHOTS=<folder>, screenshots are left there.
"""

import json
import os
import pathlib
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from devtools import Browser, find_chromium  # noqa: E402

RECORDS = 20000
PROGRAM, FOLDER = sys.argv[1:3]

# Each text that is seen, with the contrast of its colour to what lies behind it.
CONTRAST = """(() => {
  const number = (text) => (text.match(/[\\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const colour = number(getComputedStyle(e).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  const poor = new Map();
  let seen = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !element.checkVisibility() || element.closest("script, option, :disabled")) continue;
    const style = getComputedStyle(element);
    const ink = light(number(element.namespaceURI.endsWith("svg") ? style.fill : style.color)), paper = light(behind(element));
    const contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    ++seen;
    if (contrast < 4.5) poor.set(`${element.tagName}.${element.className.baseVal ?? element.className}`, contrast);
  }
  return { seen, poor: [...poor] };
})()"""

# What makes the page wider than the window.
WIDE = """[document.documentElement.scrollWidth, [...document.querySelectorAll("main *")]
  .filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".scroll, .asked, .unseen"))
  .slice(0, 5).map((e) => e.tagName + "." + (e.className.baseVal ?? e.className))]"""

ACCESS = """(() => {
  const problems = [];
  const levels = [...document.querySelectorAll("h1, h2, h3, h4")].map((h) => Number(h.tagName[1]));
  levels.forEach((level, i) => { if (i > 0 && level > levels[i - 1] + 1) problems.push(`heading ${i} jumps from ${levels[i - 1]} to ${level}`); });
  if (levels.filter((level) => level === 1).length !== 1) problems.push("not one h1");
  for (const th of document.querySelectorAll("th")) if (!th.scope) problems.push("th without scope");
  for (const field of document.querySelectorAll("input, select")) if (!field.labels.length) problems.push(`no label: ${field.id}`);
  for (const e of document.querySelectorAll("a, button, summary")) if (!(e.textContent.trim() || e.getAttribute("aria-label"))) problems.push("nameless " + e.tagName);
  for (const e of document.querySelectorAll("[aria-labelledby], [aria-describedby]"))
    for (const id of (e.getAttribute("aria-labelledby") ?? e.getAttribute("aria-describedby")).split(" "))
      if (!document.getElementById(id)) problems.push(`no element ${id}`);
  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  for (const id of new Set(ids)) if (ids.indexOf(id) !== ids.lastIndexOf(id)) problems.push(`id twice: ${id}`);
  for (const link of document.querySelectorAll("nav.contents a")) if (!document.querySelector(link.getAttribute("href"))) problems.push(`dead link ${link}`);
  if (!document.documentElement.lang || !document.title) problems.push("no language or title");
  if (document.querySelectorAll("main").length !== 1 || !document.querySelector("nav[aria-label]")) problems.push("landmarks");
  return problems;
})()"""


class HtmlReport(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        subprocess.run([PROGRAM, FOLDER, str(RECORDS)], check=True)
        path = pathlib.Path(FOLDER, "report.html")
        cls.url = path.resolve().as_uri()
        text = path.read_text(encoding="utf-8")
        data = text.split('id="case-data">')[1].split("</script>")[0]
        cls.data = json.loads(data)
        cls.browser = Browser(find_chromium())
        cls.addClassCleanup(cls.browser.__exit__)

    def setUp(self):
        self.browser.events = []
        self.browser.size(1440, 1000)
        self.browser.media(prefers_color_scheme="light", prefers_reduced_motion="reduce")

    def open(self, fragment=""):
        self.browser.open(self.url + fragment)

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])
        self.assertEqual([url for url in self.browser.requests() if url.split("#")[0] != self.url], [])

    def count(self):
        return self.browser.value("document.getElementById('count').textContent")

    def expected(self, **wanted):
        """How many records the embedded columns hold with these texts."""
        columns = [[self.data[key]["texts"][i] == value for i in self.data[key]["of"]] for key, value in wanted.items()]
        return sum(map(all, zip(*columns)))

    def test_renders_and_lists_all(self):
        self.open()
        self.assertEqual(self.count(), "20,000 of 20,000 cases")
        self.assertEqual(self.browser.value("document.querySelectorAll('#list tbody tr').length"), 50)
        timing = self.browser.value("({listed: performance.getEntriesByName('cases-listed')[0].startTime,"
                                    " interactive: performance.getEntriesByType('navigation')[0].domInteractive})")
        print(f"{RECORDS} records, {os.path.getsize(pathlib.Path(FOLDER, 'report.html')) / 1e6:.1f} MB: interactive after "
              f"{timing['interactive']:.0f} ms, list drawn after {timing['listed']:.0f} ms")

    def test_fragment_chooses(self):
        self.open("#judgement=fail&instruction=TMULS&profile=a5")
        number = self.expected(judgement="fail", instruction="TMULS", profile="a5")
        self.assertGreater(number, 0)
        self.assertEqual(self.count(), f"{number:,} of 20,000 cases")
        self.assertEqual(self.browser.value("document.getElementById('judgement').value"), "fail")

    def test_selects_and_search_choose_and_write_the_fragment(self):
        self.open()
        self.browser.value("(() => { const e = document.getElementById('judgement'); e.value = 'fail'; e.dispatchEvent(new Event('change')); })()")
        self.assertEqual(self.count(), f"{self.expected(judgement='fail'):,} of 20,000 cases")
        self.assertEqual(self.browser.value("location.hash"), "#judgement=fail")
        self.browser.value("document.getElementById('q').focus()")
        self.browser.call("Input.insertText", text="CRASHED tmuls")
        self.browser.key("Enter", number=13, text="\r")
        self.assertEqual(self.count(), f"{self.expected(judgement='fail', detail='crashed', instruction='TMULS'):,} of 20,000 cases")
        self.assertIn("q=CRASHED%20tmuls", self.browser.value("location.hash"))
        self.browser.value("document.getElementById('reset').click()")
        self.assertEqual(self.count(), "20,000 of 20,000 cases")

    def test_pages_turn(self):
        self.open("#page=2")
        first = self.browser.value("document.querySelector('#list .name').textContent")
        self.browser.value("document.getElementById('next').click()")
        self.assertNotEqual(self.browser.value("document.querySelector('#list .name').textContent"), first)
        self.assertEqual(self.browser.value("document.getElementById('page').textContent"), "Page 3 of 400")
        self.open("#judgement=not-run&page=9999")
        self.assertTrue(self.browser.value("document.getElementById('next').disabled"))

    def test_one_case_has_a_link(self):
        self.open("#judgement=fail&detail=crashed")
        name = self.browser.value("document.querySelector('#list .name').textContent")
        self.open("#case=" + name.replace("%", "%25"))
        self.assertEqual(self.count(), "1 of 20,000 cases")
        shown = self.browser.value("document.querySelector('tr.more').textContent")
        self.assertIn("</script><script>throw 1</script><!-- <b onclick='x'>", shown)
        self.assertIn("\\x1b[31m \\u202e{{backend}}", shown)

    def test_matrix_leads_to_its_cases_by_keyboard(self):
        self.open()
        label = self.browser.value("(() => { const e = document.querySelector('.matrix a.fail'); e.focus(); return e.getAttribute('aria-label'); })()")
        self.browser.key("Enter", number=13, text="\r")
        self.browser.value("new Promise((done) => setTimeout(done, 100))")
        words = dict(part.split("=") for part in self.browser.value("location.hash.slice(1)").split("&"))
        number = 0
        for i in range(self.data["count"]):
            text = {key: self.data[key]["texts"][self.data[key]["of"][i]] for key in ("instruction", "profile")}
            text["group"] = self.data["groups"][self.data["cell"]["of"][i]]
            number += all(text[key] == value for key, value in words.items())
        self.assertEqual(self.count(), f"{number:,} of 20,000 cases", label)
        self.assertEqual(sum(int(part.strip().split(" ")[0].replace(",", "")) for part in label.split(": ")[1].split(", ")), number)

    def test_rule_leads_to_its_cases(self):
        rule = next(one["clauses"][0] for one in self.data["more"]["texts"] if "clauses" in one)
        self.open(f"#rule={rule}&profile=a5")
        breaks = [rule in one.get("clauses", []) for one in self.data["more"]["texts"]]
        on = [self.data["profile"]["texts"][i] == "a5" for i in self.data["profile"]["of"]]
        number = sum(breaks[i] and on[at] for at, i in enumerate(self.data["more"]["of"]))
        self.assertEqual(self.count(), f"{number:,} of 20,000 cases")

    def test_tile_answers_to_pointer_and_keyboard(self):
        self.open()
        self.browser.value("document.querySelector('[data-tile=finding-1-0]').scrollIntoView({block: 'center'})")
        area = self.browser.value("(({left, top}) => ({left, top}))(document.querySelector('[data-tile=finding-1-0] svg').getBoundingClientRect())")
        says = "document.getElementById('finding-1-0-says').textContent"
        self.browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=area["left"] + 44 + 3 * 20 + 9, y=area["top"] + 22 + 2 * 20 + 9)
        self.assertEqual(self.browser.value(says), "dst[2, 3] wrong pad: expected inf (0x7f800000), actual 3.4028235e+38 (0x7f7fffff)")
        self.browser.value("document.querySelector('[data-tile=finding-1-0]').focus()")
        for _ in range(2):
            self.browser.key("ArrowLeft", number=37)
        self.browser.key("ArrowUp", number=38)
        self.assertEqual(self.browser.value(says), "dst[1, 1] value: expected 1.3e-44 (0x00000009), actual as expected")

    def test_looks(self):
        """Contrast, width and names, in both schemes and both widths."""
        shots = os.environ.get("PTO_CTS_SHOTS")
        for scheme in ("light", "dark"):
            for width in (1440, 390):
                with self.subTest(scheme=scheme, width=width):
                    self.browser.size(width, 1000)
                    self.browser.media(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
                    self.open("#judgement=fail")
                    self.browser.value("document.querySelectorAll('details').forEach((e) => { e.open = true; }); document.querySelector('#list .name').click()")
                    contrast = self.browser.value(CONTRAST)
                    self.assertGreater(contrast["seen"], 1000)
                    self.assertEqual(contrast["poor"], [])
                    self.assertEqual(self.browser.value(WIDE), [width, []])
                    self.assertEqual(self.browser.value(ACCESS), [])
                    if shots:
                        self.open()
                        for part in ("statement", "matrix", "finding-1", "finding-2", "finding-3", "clauses", "coverage", "cases"):
                            self.browser.value(f"document.getElementById('{part}').scrollIntoView()")
                            time.sleep(0.2)
                            self.browser.picture(os.path.join(shots, f"{part}-{scheme}-{width}.png"))

    def test_reads_without_script(self):
        self.browser.call("Emulation.setScriptExecutionDisabled", value=True)
        try:
            self.open()
            self.assertEqual(self.browser.value("[...document.querySelectorAll('.scripted')].filter((e) => e.checkVisibility()).length"), 0)
            text = self.browser.value("document.body.innerText")
            for part in ("does not conform", "The list needs JavaScript", "113 of 128 judged elements differ", "TPARTADD"):
                self.assertIn(part, text)
            self.assertGreater(self.browser.value("document.querySelectorAll('svg.tile').length"), 2)
        finally:
            self.browser.call("Emulation.setScriptExecutionDisabled", value=False)


if __name__ == "__main__":
    if not find_chromium():
        print("skipped: no chromium on the path")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1], verbosity=1)
