// SPDX-License-Identifier: MIT
// The list of cases. #case-data holds columns: {"count": n, "profile": {"texts": [...], "of": [number of the text of each
// case]}, ...}; "more" has objects for texts, "groups" the group of each text of "cell". What is shown is in the fragment:
// #instruction=TMULS&judgement=fail&q=words&page=2, #rule=<clause or core condition>, #case=<name>.
"use strict";
(() => {
  const PER_PAGE = 50;
  const SIGNS = { pass: ["pass", "✓"], fail: ["fail", "✗"], undecided: ["undecided", "?"], "not-supported": ["none", "–"],
                  "not-expressible": ["none", "∅"], "not-run": ["none", "○"] };
  const FIELDS = ["instruction", "profile", "judgement", "kind", "group", "detail"];
  const byId = (id) => document.getElementById(id);
  document.documentElement.classList.add("js");
  const data = JSON.parse(byId("case-data").textContent);
  const text = (column, i) => data[column].texts[data[column].of[i]];
  const more = (i) => data.more.texts[data.more.of[i]];

  // Cells and groups: the group of a case is that of its cell.
  const groups = [...new Set(data.groups)];
  const groupNumber = data.groups.map((group) => groups.indexOf(group));
  data.group = { texts: groups, of: data.cell.of.map((cell) => groupNumber[cell]) };

  const nameOf = (i) => {
    const rest = text("rest", i);
    if (rest.startsWith("=")) return rest.slice(1);
    return `${text("profile", i)}/${text("instruction", i).toLowerCase()}/${text("cell", i)}${rest}`;
  };

  // ---- What is asked for
  let state = {};
  const readFragment = () => {
    const fragment = location.hash.slice(1);
    if (!fragment.includes("=")) return null;
    return Object.fromEntries(new URLSearchParams(fragment.replaceAll("+", "%2B")));
  };
  const writeFragment = () => {
    const words = Object.entries(state).filter(([, value]) => value !== "" && value !== undefined)
      .map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&");
    try { history.replaceState(null, "", words ? `#${words}` : "#cases"); } catch { /* The list works without it. */ }
  };

  // ---- Search: each different text once, each name once.
  let names = null;
  const lowered = new Map();
  const matching = (column, word) => {
    if (!lowered.has(column)) lowered.set(column, data[column].texts.map((one) => (typeof one === "string" ? one : JSON.stringify(one)).toLowerCase()));
    return lowered.get(column).map((one) => one.includes(word));
  };
  const wordFilter = (word) => {
    if (!names) names = Array.from({ length: data.count }, (_, i) => nameOf(i).toLowerCase());
    const columns = ["detail", "outcome", "diagnostic", "judgement", "more"].map((column) => [data[column].of, matching(column, word)]);
    return (i) => names[i].includes(word) || columns.some(([of, match]) => match[of[i]]);
  };
  const ruleFilter = (rule) => {
    const match = data.more.texts.map((one) => [...(one.clauses ?? []), ...(one.reasons ?? [])].includes(rule));
    return (i) => match[data.more.of[i]];
  };

  let found = [];
  const search = () => {
    const tests = [];
    for (const field of FIELDS) {
      if (!state[field]) continue;
      const wanted = data[field].texts.indexOf(state[field]);
      const of = data[field].of;
      tests.push((i) => of[i] === wanted);
    }
    if (state.rule) tests.push(ruleFilter(state.rule));
    if (state.case) tests.push((i) => nameOf(i) === state.case);
    for (const word of (state.q ?? "").toLowerCase().split(/\s+/).filter(Boolean)) tests.push(wordFilter(word));
    found = [];
    for (let i = 0; i < data.count; ++i) if (tests.every((test) => test(i))) found.push(i);
  };

  // ---- Drawing
  const element = (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const markOf = (judgement) => {
    const [css, sign] = SIGNS[judgement] ?? ["none", ""];
    return element("span", { class: `mark ${css}` }, element("span", { "aria-hidden": "true" }, sign), ` ${judgement.replaceAll("-", " ")}`);
  };
  const facts = (i) => {
    const known = more(i);
    const rows = [["diagnostic", text("diagnostic", i)], ["verdict", known.verdict], ["breaks", known.clauses?.join("\n")], ["because", known.reasons?.join("\n")],
      ["also", known.also?.join(", ")], ["differs", known.wrong], ["first", known.first], ["written outside", known.outside],
      ["legal neighbour", known.twin], ["not observed", known.unseen?.join(", ")], ["backend faults", known.environment?.join("\n")],
      ["passes under", known.readings?.join(", ")], ["build", known.build], ["diagnostic varies", known.varies && "two runs gave texts of two classes"],
      ["vacuous", known.vacuous && "no element of the result could have been wrong"], ["cell", text("cell", i)], ["file", known.file]];
    const list = element("dl");
    for (const [key, value] of rows) if (value) list.append(element("dt", {}, key), element("dd", {}, String(value)));
    const name = nameOf(i);
    list.append(element("dt", {}, "link"), element("dd", {}, element("a", { href: `#case=${encodeURIComponent(name)}` }, name)));
    return list;
  };
  const body = byId("list").tBodies[0];
  const open = (row, button, i) => {
    const is_open = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!is_open));
    if (is_open) row.nextSibling.remove();
    else row.after(element("tr", { class: "more", role: "row" }, element("td", { colspan: "5", role: "cell" }, facts(i))));
  };
  const rowOf = (i) => {
    const button = element("button", { type: "button", class: "name", "aria-expanded": "false" }, nameOf(i));
    const cell = (...children) => element("td", { role: "cell" }, ...children.filter((one) => one !== ""));
    const said = text("diagnostic", i);
    const row = element("tr", { role: "row" }, cell(button), cell(markOf(text("judgement", i))), cell(text("detail", i)), cell(text("outcome", i)),
      cell(said ? element("span", { class: "said" }, said) : ""));
    button.addEventListener("click", () => open(row, button, i));
    return row;
  };
  const counted = (number) => number.toLocaleString("en-US");
  const draw = () => {
    const pages = Math.max(1, Math.ceil(found.length / PER_PAGE));
    const page = Math.min(Math.max(1, Number.parseInt(state.page ?? "1", 10) || 1), pages);
    body.replaceChildren(...found.slice((page - 1) * PER_PAGE, page * PER_PAGE).map(rowOf));
    byId("count").textContent = `${counted(found.length)} of ${counted(data.count)} case${data.count === 1 ? "" : "s"}`;
    byId("page").textContent = `Page ${counted(page)} of ${counted(pages)}`;
    byId("previous").disabled = page <= 1;
    byId("next").disabled = page >= pages;
    byId("chosen").replaceChildren();
    if (state.rule) byId("chosen").append("Only cases that concern the rule ", element("code", {}, state.rule), ".");
    if (state.case) byId("chosen").append("Only the case ", element("code", {}, state.case), ".");
    if (state.case && found.length === 1) body.querySelector("button").click();
  };
  const show = () => { search(); draw(); };

  // ---- Controls
  const fill = () => {
    for (const field of FIELDS) {
      const used = new Set(data[field].of);
      const options = data[field].texts.filter((one, number) => one !== "" && used.has(number));
      if (field !== "judgement") options.sort();
      byId(field).replaceChildren(element("option", { value: "" }, "all"), ...options.map((one) => element("option", { value: one }, one)));
    }
  };
  const toControls = () => {
    for (const field of FIELDS) {
      const value = state[field] ?? "";
      if (value !== "" && ![...byId(field).options].some((option) => option.value === value)) byId(field).append(element("option", { value }, value));
      byId(field).value = value;
    }
    byId("q").value = state.q ?? "";
  };
  const fromControls = () => {
    const rule = state.rule;
    state = Object.fromEntries(FIELDS.map((field) => [field, byId(field).value]));
    state.q = byId("q").value;
    if (rule) state.rule = rule;
    writeFragment();
    show();
  };
  let waiting = 0;
  byId("q").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(fromControls, 150); });
  byId("filter").addEventListener("submit", (event) => { event.preventDefault(); clearTimeout(waiting); fromControls(); });
  for (const field of FIELDS) byId(field).addEventListener("change", fromControls);
  byId("reset").addEventListener("click", () => { state = {}; toControls(); writeFragment(); show(); });
  const turn = (by) => { state.page = String((Number.parseInt(state.page ?? "1", 10) || 1) + by); writeFragment(); draw(); byId("cases-h").scrollIntoView(); };
  byId("previous").addEventListener("click", () => turn(-1));
  byId("next").addEventListener("click", () => turn(1));
  const follow = () => {
    const asked = readFragment();
    if (!asked) return;
    state = asked;
    toControls();
    show();
    byId("cases-h").scrollIntoView();
    byId("cases-h").focus({ preventScroll: true });
  };
  addEventListener("hashchange", () => {
    follow();
    const target = byId(decodeURIComponent(location.hash.slice(1)));
    if (target?.tagName === "DETAILS") target.open = true;
  });
  fill();
  if (readFragment()) follow();
  else show();
  performance.mark("cases-listed");
})();
