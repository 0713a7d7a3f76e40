/** The page for authors of bots: the address of this server, and a button at each sample that copies it. */

const server = location.protocol === 'http:' ? location.host : location.origin;
for (const shown of document.querySelectorAll('.server')) shown.textContent = server;

for (const sample of document.querySelectorAll('pre')) {
  const button = Object.assign(document.createElement('button'), { className: 'copy', textContent: 'Copy' });
  button.addEventListener('click', async () => {
    button.textContent = (await copyCode(sample)) ? 'Copied' : 'Selected. Copy it.';
  });
  sample.before(button);
}

/**
 * Without https browsers offer only `execCommand`; if that fails too, the code stays selected.
 * @param {HTMLPreElement} sample
 */
async function copyCode(sample) {
  try {
    await navigator.clipboard.writeText(sample.textContent);
    return true;
  } catch {
    getSelection()?.selectAllChildren(sample);
    return document.execCommand('copy');
  }
}
