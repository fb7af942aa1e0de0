// The page a view starts from: nothing but the bundle, under a policy that allows nothing else.
import { randomBytes } from 'node:crypto';

export interface PageParts {
  cspSource: string;
  script: string;
  style: string;
  title: string;
  language: string;
  /** What the page may ask by itself about growth, which may cost seconds: the setting's word. */
  growth: string;
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

export function webviewHtml({ cspSource, script, style, title, language, growth }: PageParts): string {
  const nonce = randomBytes(18).toString('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    `img-src ${cspSource} data:`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="${escapeHtml(style)}">
  <title>${escapeHtml(title)}</title>
</head>
<body data-growth="${escapeHtml(growth)}">
  <div id="app"></div>
  <script nonce="${nonce}" src="${escapeHtml(script)}"></script>
</body>
</html>
`;
}
