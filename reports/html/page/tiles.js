// What is said about the element of a drawn tile under the pointer or the keyboard. #tile-data holds for each drawing
// {"operand", "row", "col": first of the window, "rows", "cols", "texts": [...], "of": [number of the text of each element]}.
(() => {
  const CELL = 20, LEFT = 44, TOP = 22;
  const tiles = JSON.parse(document.getElementById("tile-data").textContent);
  for (const box of document.querySelectorAll("[data-tile]")) {
    const id = box.dataset.tile;
    const tile = tiles[id];
    const says = document.getElementById(`${id}-says`);
    if (!tile || !says) continue;
    const svg = box.querySelector("svg");
    const cursor = svg.querySelector(".cursor");
    let row = 0, col = 0;
    const tell = () => {
      cursor.setAttribute("x", LEFT + col * CELL);
      cursor.setAttribute("y", TOP + row * CELL);
      cursor.setAttribute("visibility", "visible");
      const what = tile.texts[tile.of[row * tile.cols + col]];
      says.textContent = `${tile.operand}[${tile.row + row}, ${tile.col + col}] ${what}`;
    };
    const first = tile.of.findIndex((number) => tile.texts[number].startsWith("wrong"));
    if (first >= 0) [row, col] = [Math.floor(first / tile.cols), first % tile.cols];
    box.tabIndex = 0;
    box.setAttribute("role", "application");
    box.setAttribute("aria-roledescription", "tile");
    box.setAttribute("aria-describedby", says.id);
    box.addEventListener("focus", () => { if (box.matches(":focus-visible")) tell(); });
    box.addEventListener("keydown", (event) => {
      const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -col], End: [0, tile.cols - 1 - col],
                     PageUp: [-row, 0], PageDown: [tile.rows - 1 - row, 0] }[event.key];
      if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      row = Math.min(Math.max(row + step[0], 0), tile.rows - 1);
      col = Math.min(Math.max(col + step[1], 0), tile.cols - 1);
      tell();
    });
    const point = (event) => {
      const area = svg.getBoundingClientRect();
      const scale = svg.viewBox.baseVal.width / area.width;
      const at_col = Math.floor(((event.clientX - area.left) * scale - LEFT) / CELL);
      const at_row = Math.floor(((event.clientY - area.top) * scale - TOP) / CELL);
      if (at_row < 0 || at_col < 0 || at_row >= tile.rows || at_col >= tile.cols) return;
      [row, col] = [at_row, at_col];
      tell();
    };
    svg.addEventListener("pointermove", point);
    svg.addEventListener("pointerdown", point);
  }
})();
