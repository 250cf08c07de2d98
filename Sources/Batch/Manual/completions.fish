# fish completion of wavethumb
# Whether the command is one of those that are named, or is still to be typed.
function __wavethumb_is
    set -l words (commandline -opc)
    if test (count $words) -lt 2
        test (count $argv) -eq 0
    else
        contains -- $words[2] $argv
    end
end

# Whether so many operands stand before the cursor; after the options that are given comes a value.
function __wavethumb_at
    set -l place 0
    set -l is_value no
    for word in (commandline -opc)[3..]
        if test $is_value = yes
            set is_value no
        else if contains -- $word $argv[2..]
            set is_value yes
        else if not string match -qr '^-.' -- $word
            set place (math $place + 1)
        end
    end
    contains -- $argv[1] $place any
end

# Folders, and files with one of the endings that are given.
function __wavethumb_files
    set -l typed (commandline -ct | string replace -r '^--[^=]*=' '')
    set -l start (string replace -r '^~/' "$HOME/" -- $typed)
    for name in $start*
        set -l ending (string lower -- (string match -r '[^.]*$' -- $name))
        if test -d $name
            set name $name/
        else if not contains -- $ending $argv
            continue
        end
        string replace -- $start $typed $name
    end
end
