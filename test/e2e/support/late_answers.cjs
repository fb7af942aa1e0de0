// Loaded into the engine process before the engine: lets messages pass in their order, but late, by a random time.
'use strict';
const { setTimeout: sleep } = require('node:timers/promises');

/** How late a message may be: an answer, and a question of the editor (a tenth of it). */
exports.delayMessages = (mostMilliseconds) => {
  const inOrder = (most) => {
    let due = 0;
    let before = Promise.resolve();
    return (pass) => {
      // Mostly a little, now and then a lot.
      due = Math.max(due, Date.now() + Math.random() ** 3 * most);
      const at = due;
      before = before.then(() => sleep(at - Date.now())).then(pass);
    };
  };
  const answer = inOrder(mostMilliseconds);
  const send = process.send.bind(process);
  process.send = (message, ...rest) => {
    answer(() => send(message));
    const sent = rest.find((each) => typeof each === 'function');
    if (sent) setImmediate(sent, null);
    return true;
  };
  const question = inOrder(mostMilliseconds / 10);
  const emit = process.emit.bind(process);
  process.emit = (name, ...rest) => {
    if (name !== 'message') return emit(name, ...rest);
    question(() => emit(name, ...rest));
    return true;
  };
};
