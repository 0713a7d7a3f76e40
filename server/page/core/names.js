/** Made-up names of players, such as `Blue Otter`. */

const ADJECTIVES =
  'Amber Blue Brave Bright Calm Clever Coral Gentle Golden Green Happy Jolly Kind Lucky Merry Mint Quick Quiet Red ' +
  'Silver Sunny Swift Teal Violet';

const ANIMALS =
  'Badger Bear Beaver Cat Crane Deer Dolphin Duck Falcon Finch Fox Frog Goose Hare Heron Koala Lark Lemur Lynx Marten ' +
  'Mole Otter Owl Panda Puffin Rabbit Raven Robin Seal Swan Tiger Turtle Whale Wren';

/** @param {() => number} random from 0 to 1 */
export function madeUpName(random) {
  const pick = (/** @type {string} */ words) => {
    const list = words.split(' ');
    return list[Math.floor(random() * list.length)];
  };
  return `${pick(ADJECTIVES)} ${pick(ANIMALS)}`;
}
