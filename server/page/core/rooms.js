/** Random names for rooms, such as `green-otter-417`: easy to say, and hard to guess. */

const COLOURS =
  'amber azure beige black blue bronze brown copper coral cream crimson cyan golden green grey indigo ivory jade ' +
  'lemon lilac lime maroon mint olive orange peach pearl pink plum purple red ruby russet saffron scarlet sepia ' +
  'silver teal violet white';

const ANIMALS =
  'alpaca badger bat bear beaver bee beetle bison bunny camel cat cheetah condor crab crane cricket deer dolphin ' +
  'dormouse dove duck eagle falcon ferret finch fox frog gazelle gecko gibbon giraffe goat goose hamster hare hawk ' +
  'hedgehog heron horse ibex iguana jackdaw kitten koala lark lemur lion llama lobster lynx magpie marmot marten ' +
  'mole moose moth mouse newt okapi orca osprey otter owl panda parrot pelican penguin pigeon pony puffin quail ' +
  'rabbit raven reindeer robin salmon seahorse seal sparrow squirrel starling stork swallow swan tapir tiger toucan ' +
  'trout turtle walrus weasel whale wombat woodpecker wren yak zebra';

const [colours, animals] = [COLOURS.split(' '), ANIMALS.split(' ')];

/** @param {ArrayLike<number>} numbers three random ones, as from `crypto.getRandomValues(new Uint32Array(3))` */
export function randomRoom(numbers) {
  const [colour, animal] = [pick(colours, numbers[0]), pick(animals, numbers[1])];
  return `${colour}-${animal}-${100 + ((numbers[2] ?? 0) % 900)}`;
}

/**
 * @param {string[]} words
 * @param {number | undefined} number
 */
function pick(words, number = 0) {
  return words[number % words.length];
}
