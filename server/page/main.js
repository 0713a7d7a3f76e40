/** Begins. */
document.title = 'Tic-tac-toe';
