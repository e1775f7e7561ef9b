const [width, rowHeight, labelWidth] = [760, 26, 270];

/** A table as a bar chart, in SVG that reads on light and dark pages. */
export function drawBars({ title, rows }) {
  const longest = Math.max(...rows.map(({ median }) => median));
  const room = width - labelWidth - 110;
  const bars = rows.map(({ name, median, ours }, number) => {
    const y = 40 + number * rowHeight;
    const length = Math.max(2, (median / longest) * room);
    const color = ours ? '#0a7d5a' : '#8a93a3';
    return `  <text x="${labelWidth - 8}" y="${y + 15}" text-anchor="end">${escapeText(name)}</text>
  <rect x="${labelWidth}" y="${y + 3}" width="${length.toFixed(1)}" height="17" rx="2" fill="${color}"/>
  <text x="${(labelWidth + length + 6).toFixed(1)}" y="${y + 15}">${formatTime(median)}</text>`;
  });
  const height = 50 + rows.length * rowHeight;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13">
  <style>text { fill: #1f2937 } @media (prefers-color-scheme: dark) { text { fill: #e5e7eb } }</style>
  <text x="8" y="22" font-size="15" font-weight="600">${escapeText(title)} (shorter is better)</text>
${bars.join('\n')}
</svg>
`;
}

/** Milliseconds, with a decimal where they are few. */
function formatTime(milliseconds) {
  return `${milliseconds.toFixed(milliseconds < 20 ? 1 : 0)} ms`;
}

function escapeText(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
