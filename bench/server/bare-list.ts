import { createServer } from 'node:http';
import process from 'node:process';

/**
 * The reference for the ratios: a plain `node:http` server. It receives a list once and serializes it for every request.
 * main.ts starts it as a separate process and reads its address from stdout.
 */
let list: unknown = [];

const server = createServer((request, response) => {
  if (request.method === 'POST') {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      list = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      response.end();
    });
    return;
  }
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(list));
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}\n`);
});
