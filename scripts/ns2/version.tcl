# Prints the version of ns-2.
puts [ns-version]
