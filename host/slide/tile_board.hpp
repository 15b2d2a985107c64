// A board of the sliding puzzle: rows x columns squares, a tile on each but one. The solved board
// has the tiles in order, row by row, and the blank last:
//
//      1  2  3
//      4  5  6        3x3; text and `tile()` write the blank as 0: 1 2 3 4 5 6 7 8 0
//      7  8  .
//
// Half of all arrangements can be solved. A slide along a row keeps the order of the tiles, read
// row by row; one along a column takes a tile past columns - 1 others. So with an odd number of
// columns the parity of the inversions never changes, and with an even one it changes with the
// blank's row; that all arrangements of the right parity can be reached on boards of two rows and
// columns and more is the theorem of Johnson and Story (1879).
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace ktour {

// The way a tile goes, not the blank: kUp takes the tile below the blank up into it.
enum class Slide : std::uint8_t { kUp, kDown, kLeft, kRight };

constexpr std::array<Slide, 4> kSlides{Slide::kUp, Slide::kDown, Slide::kLeft, Slide::kRight};

// What undoes `slide`.
constexpr Slide inverse(Slide slide) {
  return static_cast<Slide>(static_cast<unsigned>(slide) ^ 1U);
}

// "up", "down", "left", "right".
std::string_view name_of(Slide slide);

struct TileShape {
  int rows = 0;
  int columns = 0;

  int squares() const { return rows * columns; }
  // The square whose tile goes this way into the blank, or -1 where the board ends.
  int origin(int blank, Slide slide) const;
  // "3x4".
  std::string text() const;
  // Reads "3x4". Throws UsageError.
  static TileShape parse(const std::string& text);

  bool operator==(const TileShape&) const = default;
};

class TileBoard {
 public:
  static constexpr int kMostSquares = 16;

  // Solved. Throws UsageError for less than two rows or columns and for more than 16 squares.
  explicit TileBoard(TileShape shape);

  // Reads the tiles row by row, with blanks, commas or line breaks between; the board may turn out
  // not to be solvable. Throws UsageError.
  static TileBoard parse(std::string_view text, TileShape shape);
  // The same for a board that is as wide as high, which the number of tiles tells.
  static TileBoard parse(std::string_view text);

  // Each solvable board with the same probability; the same one everywhere for the same state of
  // `random`.
  static TileBoard random(TileShape shape, std::mt19937_64& random);

  TileShape shape() const { return shape_; }
  int rows() const { return shape_.rows; }
  int columns() const { return shape_.columns; }
  int squares() const { return shape_.squares(); }
  int tile(int square) const { return tiles_[static_cast<std::size_t>(square)]; }
  int blank() const { return blank_; }  // its square

  bool legal(Slide slide) const { return shape_.origin(blank_, slide) >= 0; }
  // Only where legal.
  void slide(Slide slide);

  bool solved() const { return *this == TileBoard(shape_); }
  // Pairs of tiles, the blank not counted, of which the larger one comes first.
  int inversions() const;
  bool solvable() const;
  // Throws UsageError with the parity that makes it impossible.
  void require_solvable() const;

  // Four bits a square, the first square in the lowest.
  std::uint64_t packed() const;
  // The tiles row by row with blanks between: what parse() reads.
  std::string text() const;

  bool operator==(const TileBoard&) const = default;

 private:
  TileShape shape_;
  int blank_ = 0;
  std::array<std::uint8_t, kMostSquares> tiles_{};  // by square; zero past the last
};

}  // namespace ktour
