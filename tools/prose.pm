# Code that check_prose, compare_numbers and code_unchanged share: reads sources and pages into pieces of prose, and C++
# into tokens. It needs only the modules that come with perl.
package prose;
use strict;
use warnings;

# Returns the kind of a file whose prose is checked, or '' for all other files.
sub file_kind {
  my ($path, $first_line) = @_;
  return 'markdown' if $path =~ m{^(README|ARCHITECTURE|CONTRIBUTING|CHANGELOG)\.md$} || $path =~ m{^docs/.*\.md$};
  return 'cpp' if $path =~ m{\.(cpp|hpp|cu|cuh|inc)$} || $path =~ m{\.[ch]pp\.in$};
  return 'js' if $path =~ m{\.m?js$};
  return 'hash' if $path =~ m{\.(sh|py|toml|cmake|pm)$} || $path =~ m{(^|/)CMakeLists\.txt$};
  return 'hash' if $path !~ m{\.[^/]*$} && $first_line =~ m{^#!};
  return '';
}

# Returns the relative paths of all files below `root` that may contain prose, sorted by bytes.
sub tree_files {
  my ($root) = @_;
  my @found;
  my @open = ('');
  while (defined(my $folder = shift @open)) {
    opendir(my $handle, "$root/$folder") or next;
    for my $name (readdir $handle) {
      next if $name =~ /^\.\.?$/ || $name eq '.git';
      my $path = $folder eq '' ? $name : "$folder/$name";
      if (-d "$root/$path" && !-l "$root/$path") {
        push @open, $path unless skipped_folder($path);
      } elsif (-f "$root/$path") {
        push @found, $path;
      }
    }
  }
  return sort @found;
}

# True for folders whose prose is not ours or not checked: builds, outputs of runs, inputs of tests, recorded results.
sub skipped_folder {
  my ($path) = @_;
  return $path =~ m{^(build|out|shared)$} || $path =~ m{^tests/(corpus|reference|golden)$} || $path =~ m{(^|/)results$} ||
    $path =~ m{(^|/)node_modules$};
}

sub read_file {
  my ($path) = @_;
  open(my $handle, '<:raw', $path) or return '';
  local $/;
  my $text = <$handle>;
  return defined $text ? $text : '';
}

# ---- tokens ----------------------------------------------------------------------------------------------------------

my $operators = qr{<<=|>>=|->\*|\.\.\.|::|\+\+|--|->|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\#\#|.}s;

# Returns the tokens of C++ or JavaScript as [type, text, offset]. Types: space, comment, string, raw, char, word,
# number, mark.
sub tokens {
  my ($text, $javascript) = @_;
  my @tokens;
  my $before = '';  # the last token that is neither space nor comment
  pos($text) = 0;
  while (pos($text) < length $text) {
    my $start = pos $text;
    my $type;
    if ($text =~ /\G\s+/gc) { $type = 'space' }
    elsif ($text =~ m{\G//(?:[^\n\\]|\\(?!\n)|\\\n)*}gc) { $type = 'comment' }
    elsif ($text =~ m{\G/\*.*?(?:\*/|\z)}gcs) { $type = 'comment' }
    elsif (!$javascript && $text =~ /\G(?:u8|[uUL])?R"([^\s()\\]{0,16})\(/gc) {
      my $end = ")$1\"";
      my $at = index($text, $end, pos $text);
      pos($text) = $at < 0 ? length $text : $at + length $end;
      $type = 'raw';
    }
    elsif ($text =~ /\G(?:u8|[uUL])?"(?:\\.|[^"\\\n])*"/gcs) { $type = 'string' }
    elsif ($javascript && $text =~ /\G'(?:\\.|[^'\\\n])*'/gcs) { $type = 'string' }
    elsif ($javascript && $text =~ /\G`(?:\\.|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}|[^`\\])*`/gcs) { $type = 'raw' }
    elsif ($javascript && $before =~ /^(?:[(,=:\[!&|?{};]|return|&&|\|\||=>|)$/ &&
      $text =~ m{\G/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*}gc) { $type = 'raw' }
    elsif ($text =~ /\G'(?:\\.[^'\n]*|[^'\\\n])'/gc) { $type = 'char' }
    elsif ($text =~ /\G\.?[0-9](?:[eEpP][+-]|'(?=\w)|[\w.])*/gc) { $type = 'number' }
    elsif ($text =~ /\G[A-Za-z_\$][\w\$]*/gc) { $type = 'word' }
    else { $text =~ /\G$operators/gc; $type = 'mark' }
    my $piece = substr($text, $start, pos($text) - $start);
    push @tokens, [$type, $piece, $start];
    $before = $piece if $type ne 'space' && $type ne 'comment';
  }
  return @tokens;
}

# Returns a function that maps an offset in `text` to its line and column, both counted from 1.
sub locator {
  my ($text) = @_;
  my @starts = (0);
  while ($text =~ /\n/g) { push @starts, pos $text }
  return sub {
    my ($offset) = @_;
    my ($low, $high) = (0, $#starts);
    while ($low < $high) {
      my $middle = int(($low + $high + 1) / 2);
      if ($starts[$middle] <= $offset) { $low = $middle } else { $high = $middle - 1 }
    }
    return ($low + 1, $offset - $starts[$low] + 1);
  };
}

# ---- pieces of prose -------------------------------------------------------------------------------------------------

# Pieces of a file. Each is a hash: kind (comments, trailing, messages, docs, tests), file, line, text, and
#   lines     the lines of the source that it stands on, as [number, text]
#   opens     true if its first word opens a description
#   form      for docs: paragraph, item, cell or heading
sub pieces {
  my ($path, $text) = @_;
  my ($first_line) = $text =~ /\A([^\n]*)/;
  my $kind = file_kind($path, $first_line);
  return () if $kind eq '';
  return markdown_pieces($path, $text) if $kind eq 'markdown';
  my (@comments, @others);
  if ($kind eq 'hash') {
    @comments = hash_comments($text);
  } else {
    my @tokens = tokens($text, $kind eq 'js');
    my $where = locator($text);
    @comments = slash_comments($text, \@tokens, $where);
    push @others, message_pieces($path, \@tokens, $where) if $kind eq 'cpp' && $path =~ m{^(src|apps|reproduce|bench)/};
    push @others, test_pieces($path, \@tokens, $where) if $kind eq 'cpp' && $path =~ m{^tests/};
  }
  return (comment_pieces($path, @comments), @others);
}

# Returns comment lines as [line, column, text without the mark, whether code stands before it].
sub slash_comments {
  my ($text, $tokens, $where) = @_;
  my @lines;
  for my $token (@$tokens) {
    next if $token->[0] ne 'comment';
    my ($line, $column) = $where->($token->[2]);
    my $trailing = substr($text, $token->[2] - $column + 1, $column - 1) =~ /\S/ ? 1 : 0;
    my $body = $token->[1];
    if ($body =~ s{^/\*+}{}) {
      $body =~ s{\*+/$}{};
      my $number = $line;
      for my $part (split /\n/, $body) {
        $part =~ s/^\s*\*(?=\s|$)//;
        push @lines, [$number++, $column, $part, $trailing];
      }
    } else {
      $body =~ s{^//[/!<]*}{};
      push @lines, [$line, $column, $body, $trailing];
    }
  }
  return @lines;
}

sub hash_comments {
  my ($text) = @_;
  my @lines;
  my $number = 0;
  for my $line (split /\n/, $text) {
    ++$number;
    if ($line =~ /^(\s*)#(?!!)(.*)$/) {
      push @lines, [$number, length($1) + 1, $2, 0];
    } elsif ($line =~ /^((?:[^"'#]|"(?:\\.|[^"\\])*"|'[^']*'|(?<=\S)#)*\s)#(\s.*)$/) {
      push @lines, [$number, length($1) + 1, $2, 1];
    }
  }
  return @lines;
}

# Joins comment lines that belong together into paragraphs.
sub comment_pieces {
  my ($path, @lines) = @_;
  my (@pieces, $open, $last);
  for my $line (@lines) {
    my ($number, $column, $text, $trailing) = @$line;
    $text =~ s/\s+$//;
    my $indent = $text =~ /^(\s*)/ ? length $1 : 0;
    my $joins = $open && $last && $number == $last->[0] + 1 && $column == $last->[1] && !$trailing;
    $last = $line;
    $text =~ s/^\s+//;
    if ($text !~ /[A-Za-z]{2}/ || $text =~ /^(NOLINT|clang-format|namespace\b|SPDX|shellcheck|eslint|IWYU)/ || $text =~ /^-{3,}|^={3,}/) {
      undef $open;
      next;
    }
    my $item = $text =~ s/^[-*]\s+//;
    my $continues = $joins && !$item && $indent == $open->{indent};
    # An indented line below a paragraph is an example or a table, not a sentence.
    if ($continues) {
      $open->{text} .= ' ' . $text;
      push @{$open->{lines}}, [$number, $text];
    } else {
      $indent += 2 if $item;
      my $example = !$item && $joins && $indent > 1;
      $open = {kind => $trailing || ($joins && $open->{kind} eq 'trailing') ? 'trailing' : 'comments', file => $path,
        line => $number, text => $text, lines => [[$number, $text]], opens => !$example, indent => $indent, example => $example};
      push @pieces, $open;
    }
  }
  return @pieces;
}

# Returns the number of words that a sentence may consist of, as opposed to formats, keys and numbers.
sub plain_words { my ($text) = @_; return scalar(() = $text =~ /(?<![^\s("'`])[A-Za-z][a-z'-]*(?=[\s,.:;!?)"'`]|$)/g) }

sub unescape {
  my ($text) = @_;
  $text =~ s/\\n/\n/g;
  $text =~ s/\\"/"/g;
  $text =~ s/\\t/ /g;
  $text =~ s/\\\\/\\/g;
  return $text;
}

# Returns the strings that a user reads. Adjacent literals form one piece.
sub message_pieces {
  my ($path, $tokens, $where) = @_;
  my @code = grep { $_->[0] ne 'space' && $_->[0] ne 'comment' } @$tokens;
  my $table = $path =~ m{scene_keys|key_notes};  # true for files with descriptions of scene keys
  my $program = $path =~ m{^apps/};
  my @pieces;
  my @calls;  # the call or mark before each open bracket
  for (my $i = 0; $i < @code; ++$i) {
    my ($type, $text, $offset) = @{$code[$i]};
    if ($type eq 'mark') {
      if ($text eq '(') { push @calls, $i > 0 && $code[$i - 1][0] eq 'word' ? $code[$i - 1][1] : '(' }
      elsif ($text eq '{' || $text eq '[') { push @calls, $text }
      elsif ($text eq ')' || $text eq '}' || $text eq ']') { pop @calls }
      next;
    }
    next if $type ne 'string';
    my $before = $i > 0 ? $code[$i - 1][1] : '';
    my @lines;
    my $joined = '';
    for (; $i < @code && $code[$i][0] eq 'string'; ++$i) {
      my ($part) = $code[$i][1] =~ /^[^"]*"(.*)"$/s;
      my ($line) = $where->($code[$i][2]);
      push @lines, [$line, $part];
      $joined .= $part;
    }
    --$i;
    my $next = $i + 1 < @code ? $code[$i + 1][1] : '';
    my $call = @calls ? $calls[-1] : '';
    my $described = $table && $next eq '}';
    next if $before eq 'include' || $joined =~ m{</?[a-z]+[ >/]} || $joined =~ /^\s*[{\[]\s*\\?"/ || $call eq 'SCREE_ASSERT';
    my $words = plain_words($joined);
    next unless $described || $words >= ($program ? 2 : 3);
    my $clean = unescape($joined);
    # The lines of a longer text are separate pieces, unless a sentence continues on the next line.
    $clean =~ s/\n(?=\S)/ /g if $clean !~ /\n.*\n/s;
    my $opens = $described || $call =~ /^(add_option|add_flag|add_subcommand|add_option_group|description|footer|fail|App|Error)$/ ||
      ($call eq '{' && ($program || $table));
    $opens = 0 if $before =~ /^(\+|<<|\?|:)$/;
    my $first = 1;
    for my $part (split /\n+/, $clean) {
      next if $part !~ /[A-Za-z]{2}/;
      push @pieces, {kind => 'messages', file => $path, line => $lines[0][0], text => $part, lines => [], opens => $first && $opens};
      $first = 0;
    }
  }
  return @pieces;
}

sub test_pieces {
  my ($path, $tokens, $where) = @_;
  my @code = grep { $_->[0] ne 'space' && $_->[0] ne 'comment' } @$tokens;
  my @pieces;
  for my $i (0 .. $#code - 5) {
    next if $code[$i][1] !~ /^(TYPED_)?TEST(_F|_P)?$/ || $code[$i + 1][1] ne '(' || $code[$i + 3][1] ne ',' || $code[$i + 5][1] ne ')';
    my ($line) = $where->($code[$i][2]);
    push @pieces, {kind => 'tests', file => $path, line => $line, text => "$code[$i + 2][1].$code[$i + 4][1]", lines => [], opens => 1};
  }
  return @pieces;
}

# Removes the marks of Markdown from a line. Keeps the text of links and the description of pictures.
sub without_marks {
  my ($text) = @_;
  $text =~ s/!\[([^\]]*)\]\([^)]*\)/$1/g;
  $text =~ s/\[([^\]]*)\]\([^)]*\)/$1/g;
  $text =~ s/\*\*//g;
  return $text;
}

sub markdown_pieces {
  my ($path, $text) = @_;
  my (@pieces, $open, $fence);
  my $quotes = 0;  # true within a table of words to avoid
  my $number = 0;
  my $add = sub {
    my ($form, $body) = @_;
    $open = {kind => 'docs', file => $path, line => $number, text => $body, lines => [[$number, $body]], opens => $form ne 'heading', form => $form,
      quotes => $quotes};
    push @pieces, $open;
  };
  for my $line (split /\n/, $text) {
    ++$number;
    if ($line =~ /^\s*(```|~~~)/) { $fence = $fence ? undef : $1; undef $open; next }
    next if $fence;
    if ($line !~ /\S/ || $line =~ /^\s*<[^>]*>\s*$/) { undef $open; $quotes = 0; next }
    if ($line =~ /^#+\s+(.*)$/) { $add->('heading', without_marks($1)); undef $open; next }
    if ($line =~ /^\s*\|/) {
      $quotes = 1 if $line =~ m{^\s*\|\s*instead of\b};
      undef $open;
      next if $line =~ /^[\s|:-]+$/;
      for my $cell (split /(?<!\\)\|/, $line) {
        $cell =~ s/^\s+|\s+$//g;
        next if plain_words($cell) < 1;
        $add->('cell', without_marks($cell));
      }
      undef $open;
      next;
    }
    my $body = $line;
    if ($body =~ s/^\s*(?:[-*+]|\d+\.)\s+//) { $add->('item', without_marks($body)); next }
    $body =~ s/^\s+//;
    $body = without_marks($body);
    next if $body !~ /\S/;
    if ($open) {
      $open->{text} .= ' ' . $body;
      push @{$open->{lines}}, [$number, $body];
    } else {
      $add->('paragraph', $body);
    }
  }
  return grep { plain_words($_->{text}) > 0 } @pieces;
}

# Splits a text into sentences.
sub sentences {
  my ($text) = @_;
  $text =~ s/\b(e\.g|i\.e|al|cf|Figs?|Eqs?|Sec|vs|resp|approx|No|ca)\.\s/$1.\x01/g;
  my @found = split /(?<=[.!?])["')\]]*\s+(?=[A-Z`"'(\[0-9*_])/, $text;
  s/\x01/ /g for @found;
  return grep { /\S/ } @found;
}

sub word_count { my ($text) = @_; return scalar grep { /[A-Za-z0-9]/ } split /\s+/, $text }

# ---- revisions -------------------------------------------------------------------------------------------------------

# Returns the output of a git command in the tree at `root`. Ends the program if git fails.
sub git {
  my ($root, @arguments) = @_;
  open(my $pipe, '-|', 'git', '-C', $root, @arguments) or die "git: $!\n";
  binmode $pipe;
  local $/;
  my $text = <$pipe>;
  close $pipe or die "git @arguments failed\n";
  return defined $text ? $text : '';
}

# Returns the text files of a revision as [path, text], sorted by path.
sub revision_files {
  my ($root, $revision) = @_;
  my %found;
  # `git archive` needs a single call of git. Tar headers are 512 bytes with name, size and type at fixed offsets.
  my $tar = git($root, 'archive', '--format=tar', $revision);
  my ($at, $long) = (0, undef);
  while ($at + 512 <= length $tar) {
    my ($name, $size, $type, $prefix) = unpack 'Z100 x24 Z12 x20 a1 x188 Z155', substr($tar, $at, 512);
    last if $name eq '';
    $size = oct $size;
    my $body = substr($tar, $at + 512, $size);
    $at += 512 + 512 * int(($size + 511) / 512);
    if ($type eq 'x') { $long = $1 if $body =~ /^\d+ path=([^\n]*)$/m; next }
    $found{defined $long ? $long : $prefix eq '' ? $name : "$prefix/$name"} = $body if $type eq '0' || $type eq "\0";
    undef $long;
  }
  return map { [$_, $found{$_}] } sort keys %found;
}

# Returns the files of the working tree that git tracks or would add.
sub present_files {
  my ($root) = @_;
  my %seen;
  return grep { -f "$root/$_" && !$seen{$_}++ } sort split /\0/, git($root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard');
}

1;
