// The smallest class files there are: names, superclass and fields, and nothing to run.

/**
 * @param {{ name: string, superclass: string, fields: { name: string, descriptor: string, flags: number }[] }} type names with slashes
 */
export function classFile({ name, superclass, fields }) {
  const constants = [];
  const numbers = new Map();
  const constant = (key, bytes) => {
    if (!numbers.has(key)) numbers.set(key, constants.push(bytes));
    return numbers.get(key);
  };
  const text = (value) => {
    const bytes = Buffer.from(value);
    return constant(`text ${value}`, Buffer.concat([Buffer.of(1), u2(bytes.length), bytes]));
  };
  const type = (value) => {
    const name = text(value);
    return constant(`class ${value}`, Buffer.concat([Buffer.of(7), u2(name)]));
  };
  const [own, above] = [type(name), type(superclass)];
  const members = fields.map(({ name, descriptor, flags }) => [u2(flags), u2(text(name)), u2(text(descriptor)), u2(0)]);
  const version = [u2(0), u2(52)];
  return Buffer.concat([
    Buffer.of(0xca, 0xfe, 0xba, 0xbe),
    ...version,
    u2(constants.length + 1),
    ...constants,
    u2(0x21), // public, super
    u2(own),
    u2(above),
    u2(0), // interfaces
    u2(fields.length),
    ...members.flat(),
    u2(0), // methods
    u2(0), // attributes
  ]);
}

function u2(value) {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
