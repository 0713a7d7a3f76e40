/* A keyboard and a screen for a program of the Windows console, for tests/windows/run.
 *
 *   console.exe SCREEN PROGRAM ARGUMENT...
 *
 * Starts the program on a console of its own, without a window, and obeys the lines of standard input:
 *
 *   type TEXT          types characters; "enter" presses Enter, "ctrl-c" Ctrl-C
 *   click COLUMN ROW   presses and releases the left button
 *   resize COLUMNS ROWS
 *   expect TEXT        waits until the program has written this
 *   interrupt          sends Ctrl-C to the console (Ctrl-Break ends every program under Wine)
 *   kill               kills the program
 *   modes              prints the modes of input and output
 *   say TEXT           prints this
 *   quit               ends this program
 *   end                waits for the end of the program, and prints its exit code
 *
 * Wine does not interpret escape sequences, but keeps what is written in the screen buffer as it comes. So the buffer
 * is as large as it can be, and is written to the file SCREEN at the end: cat shows it on a terminal of 80x25.
 */
#include <stdio.h>
#include <string.h>
#include <windows.h>

#define COLUMNS 80
#define LINES 9000
#define PATIENCE 60000
#define LOOK 50
#define LOOKS_AFTER_END 20

static HANDLE input, output;
static char screen[COLUMNS * LINES * 3 + 1];

static void fail(const char *what)
{
    fprintf(stderr, "console: %s: %lu\n", what, GetLastError());
    exit(1);
}

/* Everything that was written so far, as UTF-8. */
static int look(void)
{
    static WCHAR cells[COLUMNS * LINES];
    CONSOLE_SCREEN_BUFFER_INFO info;
    DWORD count = 0;
    if (!GetConsoleScreenBufferInfo(output, &info)) return 0;
    count = info.dwCursorPosition.Y * info.dwSize.X + info.dwCursorPosition.X;
    ReadConsoleOutputCharacterW(output, cells, count, (COORD){0, 0}, &count);
    int length = WideCharToMultiByte(CP_UTF8, 0, cells, count, screen, sizeof screen - 1, NULL, NULL);
    screen[length] = 0;
    return length;
}

static void key(WCHAR character, WORD code, DWORD state)
{
    INPUT_RECORD record = {.EventType = KEY_EVENT};
    DWORD written;
    record.Event.KeyEvent.wRepeatCount = 1;
    record.Event.KeyEvent.wVirtualKeyCode = code;
    record.Event.KeyEvent.uChar.UnicodeChar = character;
    record.Event.KeyEvent.dwControlKeyState = state;
    for (int down = 1; down >= 0; down--) {
        record.Event.KeyEvent.bKeyDown = down;
        WriteConsoleInputW(input, &record, 1, &written);
    }
}

static void click(short column, short row)
{
    INPUT_RECORD record = {.EventType = MOUSE_EVENT};
    DWORD written;
    record.Event.MouseEvent.dwMousePosition = (COORD){column, row};
    for (int down = 1; down >= 0; down--) {
        record.Event.MouseEvent.dwButtonState = down ? FROM_LEFT_1ST_BUTTON_PRESSED : 0;
        WriteConsoleInputW(input, &record, 1, &written);
    }
}

static void resize(short columns, short rows)
{
    SMALL_RECT window = {0, 0, columns - 1, rows - 1};
    INPUT_RECORD record = {.EventType = WINDOW_BUFFER_SIZE_EVENT};
    DWORD written;
    if (!SetConsoleWindowInfo(output, TRUE, &window)) fail("resize");
    record.Event.WindowBufferSizeEvent.dwSize = (COORD){columns, rows};
    WriteConsoleInputW(input, &record, 1, &written);
}

static void expect(const char *text, HANDLE program)
{
    static int seen;
    for (int looks = PATIENCE / LOOK; looks > 0; looks--) {
        int length = look();
        char *found = length > seen ? strstr(screen + seen, text) : NULL;
        if (found) {
            seen = found - screen + strlen(text);
            return;
        }
        /* Wine shows the last output a little after the program has ended. */
        if (WaitForSingleObject(program, LOOK) == WAIT_OBJECT_0) {
            Sleep(LOOK);
            if (looks > LOOKS_AFTER_END) looks = LOOKS_AFTER_END;
        }
    }
    fprintf(stderr, "console: no \"%s\" in\n%s\n", text, screen + seen);
    exit(1);
}

static BOOL WINAPI ignore(DWORD event)
{
    return event == CTRL_C_EVENT;
}

int main(int count, char **arguments)
{
    char command[4096] = "", line[256];
    STARTUPINFOA startup = {.cb = sizeof startup};
    PROCESS_INFORMATION program;
    DWORD code, before, after;
    int x, y;
    for (int i = 2; i < count; i++) {
        strcat(command, i > 2 ? " " : "");
        strcat(command, arguments[i]);
    }
    if (!CreateProcessA(NULL, command, NULL, NULL, FALSE, CREATE_NO_WINDOW, NULL, NULL, &startup, &program))
        fail(command);
    FreeConsole();
    while (!AttachConsole(program.dwProcessId))
        if (WaitForSingleObject(program.hProcess, LOOK) == WAIT_OBJECT_0) fail("attach");
    input = CreateFileA("CONIN$", GENERIC_READ | GENERIC_WRITE, 3, NULL, OPEN_EXISTING, 0, NULL);
    output = CreateFileA("CONOUT$", GENERIC_READ | GENERIC_WRITE, 3, NULL, OPEN_EXISTING, 0, NULL);
    SetConsoleCtrlHandler(ignore, TRUE);
    SetConsoleScreenBufferSize(output, (COORD){COLUMNS, LINES});
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        char *rest = strchr(line, ' ');
        rest = rest ? rest + 1 : line + strlen(line);
        if (!strncmp(line, "expect ", 7)) expect(rest, program.hProcess);
        else if (!strcmp(line, "type enter")) key('\r', VK_RETURN, 0);
        else if (!strcmp(line, "type ctrl-c")) key(3, 'C', LEFT_CTRL_PRESSED);
        else if (!strncmp(line, "type ", 5)) for (; *rest; rest++) key(*rest, VkKeyScanA(*rest) & 0xff, 0);
        else if (sscanf(line, "click %d %d", &x, &y) == 2) click(x, y);
        else if (sscanf(line, "resize %d %d", &x, &y) == 2) resize(x, y);
        else if (!strcmp(line, "interrupt")) GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0);
        else if (!strcmp(line, "quit")) break;
        else if (!strcmp(line, "kill")) TerminateProcess(program.hProcess, 1);
        else if (!strncmp(line, "say ", 4)) puts(rest);
        else if (!strcmp(line, "modes") && GetConsoleMode(input, &before) && GetConsoleMode(output, &after))
            printf("modes %lx %lx\n", before, after);
        else if (!strcmp(line, "end")) {
            if (WaitForSingleObject(program.hProcess, PATIENCE) != WAIT_OBJECT_0) fail("the program goes on");
            GetExitCodeProcess(program.hProcess, &code);
            printf("exit %lu\n", code);
        } else fail(line);
        fflush(stdout);
    }
    FILE *file = fopen(arguments[1], "wb");
    fwrite(screen, 1, look(), file);
    fclose(file);
    TerminateProcess(program.hProcess, 1);
    return 0;
}
