/** The page for authors of bots: the address of this server, and a button at each sample that copies it. */

const server = location.protocol === 'http:' ? location.host : location.origin;
for (const shown of document.querySelectorAll('.server')) shown.textContent = server;

for (const sample of document.querySelectorAll('pre')) {
  const button = Object.assign(document.createElement('button'), { className: 'copy', textContent: 'Copy' });
  button.addEventListener('click', () => {
    // Browsers offer `navigator.clipboard` with https only.
    getSelection()?.selectAllChildren(sample);
    button.textContent = document.execCommand('copy') ? 'Copied' : 'Selected. Copy it.';
  });
  sample.before(button);
}
